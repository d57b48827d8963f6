const FULL_STOP = /[.。]$/u;

/** Several reasons on one line. Each may be a sentence, whose full stop would stand before the separator. */
export const joinReasons = (reasons: readonly string[]): string =>
  reasons.length === 1 ? reasons.join('') : reasons.map((reason) => reason.replace(FULL_STOP, '')).join(' · ');
