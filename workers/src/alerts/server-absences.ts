/** When nobody could see whether devices were connected: from, until, in milliseconds since 1970. */
export type Absence = readonly [from: number, until: number];

/** A heartbeat is written every ten seconds; one that is later than this was missed because servers were away. */
export const MISSED_HEARTBEAT_MS = 30_000;

/** How much of a span servers could see. Absences do not overlap one another. */
export const observedMs = (absences: readonly Absence[], from: number, until: number): number =>
  absences.reduce(
    (left, [start, end]) => left - Math.max(0, Math.min(end, until) - Math.max(start, from)),
    Math.max(0, until - from),
  );
