/** Deeper than any declared payload. Recursion over a deeper value could overflow the stack. */
const MAX_DEPTH = 40;

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Whether a JSON value can be stored and relayed: Postgres refuses NUL and unpaired surrogates, and parsers refuse deep
 * nesting. One such text in a batch would fail the whole batch.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((inner) => isStorable(inner, depth + 1));
  return Object.entries(value).every(([key, inner]) => isText(key) && isStorable(inner, depth + 1));
}
