/** What leaving a threshold field does: nothing, store a value, delete the group's own, or refuse what was typed. */
export type ThresholdFieldOutcome =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'store'; readonly value: number }
  | { readonly kind: 'delete' }
  | { readonly kind: 'refused' };

interface Field {
  /** The group's own value; null if it has none. */
  readonly stored: number | null;
  readonly limits: readonly [least: number, most: number];
}

/** @param typed the content of the field; null when it was not edited */
export function thresholdEdit(
  typed: string | number | null,
  { stored, limits: [least, most] }: Field,
): ThresholdFieldOutcome {
  if (typed === null) return { kind: 'unchanged' };
  if (typed === '') return { kind: stored === null ? 'unchanged' : 'delete' };
  const value = Number(typed);
  // NaN is outside as well.
  if (!(value >= least && value <= most)) return { kind: 'refused' };
  return value === stored ? { kind: 'unchanged' } : { kind: 'store', value };
}
