import type { AccessRequest } from '@vigil/shared/contract/http/approvals';

/** When the user may use a device, in milliseconds since 1970: until `endsAt` now, or from `opensAt`. */
export type AccessWindow =
  | { readonly state: 'open'; readonly endsAt: number }
  | { readonly state: 'ahead'; readonly opensAt: number };

type Span = Pick<AccessRequest, 'start_time' | 'end_time'>;

/** Of approved windows: the one that is open, with those that follow without a gap, or the next one. */
export function accessWindowOf(approved: readonly Span[], at: number): AccessWindow | null {
  const spans = approved
    .map(({ start_time, end_time }) => [Date.parse(start_time), Date.parse(end_time)] as const)
    .filter(([, end]) => end > at)
    .toSorted(([a], [b]) => a - b);
  const [first] = spans;
  if (!first) return null;
  if (first[0] > at) return { state: 'ahead', opensAt: first[0] };
  const endsAt = spans.reduce((until, [start, end]) => (start <= until ? Math.max(until, end) : until), first[1]);
  return { state: 'open', endsAt };
}
