import type { CaptureDemand, FrameRequest } from '@vigil/shared/contract/events/agent-down/capture';
import { ALL_WIDTHS, type WidthRange } from '@vigil/shared/platform/redis/frames';

/**
 * Widths that agents are asked for. Requests are rounded up to them, so that viewers with tiles of about the same size
 * share a frame.
 */
const STEPS = [112, 160, 192, 224, 272, 320, 384, 448, 544, 640] as const;
const LARGEST = 640;

export const roundUpWidth = (width: number): number => STEPS.find((step) => step >= width) ?? LARGEST;

/** Frames of one device at a time, of different widths: each is compressed on the device. */
const MAX_REQUESTS = 3;

/** The shortest interval, the larger width, and a format that the viewers of both decode. */
const merge = (one: FrameRequest, other: FrameRequest): FrameRequest => ({
  width: Math.max(one.width, other.width),
  interval_ms: Math.min(one.interval_ms, other.interval_ms),
  format: one.format === 'webp' ? other.format : 'jpg',
});

/** One request for each width, narrowest first; where there are too many, those that differ least become one. */
export function limitFrameWidths(requests: readonly FrameRequest[]): FrameRequest[] {
  const byWidth = new Map<number, FrameRequest>();
  for (const request of requests) {
    const same = byWidth.get(request.width);
    byWidth.set(request.width, same ? merge(same, request) : request);
  }
  const merged = [...byWidth.values()].toSorted((a, b) => a.width - b.width);
  while (merged.length > MAX_REQUESTS) {
    const ratios = merged.slice(1).map(({ width }, index) => width / merged[index]!.width);
    const closest = ratios.indexOf(Math.min(...ratios));
    merged.splice(closest, 2, merge(merged[closest]!, merged[closest + 1]!));
  }
  return merged;
}

export const coversWidth = ({ above, upTo }: WidthRange, width: number): boolean => above < width && width <= upTo;

export const widthsOverlap = (one: WidthRange, other: WidthRange): boolean =>
  one.above < other.upTo && other.above < one.upTo;

/**
 * The request that a frame covers, and the widths of the viewers who get it: each gets the next larger frame.
 * @param forWidth of the request, as the agent names it; undefined: the frame covers all
 */
export function findAnsweredRequest(
  { requests = [] }: Pick<CaptureDemand, 'requests'>,
  forWidth: number | undefined,
): { request: FrameRequest; widths: WidthRange } | undefined {
  const at = forWidth === undefined ? requests.length - 1 : requests.findIndex(({ width }) => width === forWidth);
  const request = requests[at];
  if (!request) return undefined;
  const above = forWidth === undefined ? 0 : (requests[at - 1]?.width ?? 0);
  const upTo = at === requests.length - 1 ? ALL_WIDTHS.upTo : request.width;
  return { request, widths: { above, upTo } };
}

/** The newest frame of a device for each range of widths; a frame replaces those whose viewers it has. */
export class FramesByWidth<T extends { readonly widths: WidthRange }> {
  readonly #frames = new Map<number, T>();

  put(frame: T): void {
    this.release(frame.widths);
    this.#frames.set(frame.widths.above, frame);
  }

  release(widths: WidthRange): void {
    for (const [above, frame] of this.#frames) if (widthsOverlap(frame.widths, widths)) this.#frames.delete(above);
  }

  above(width: number): T | undefined {
    return this.#frames.get(width);
  }

  for(width: number): T | undefined {
    return [...this.#frames.values()].find(({ widths }) => coversWidth(widths, width));
  }
}
