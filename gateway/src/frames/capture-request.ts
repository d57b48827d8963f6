import type { FrameFormat } from '@vigil/shared/contract/events/agent-down/capture';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Slowdown } from './frame-budget.ts';

/** What is asked of the screen of a device: width in pixels, interval in milliseconds. */
export interface BrowserCaptureRequest {
  readonly width: number;
  readonly interval: number;
  /** Slowed down last when a budget is exceeded. */
  readonly isUrgent: boolean;
  readonly format: FrameFormat;
}

/** The widest frame and the shortest interval of two requests of one browser. */
const strongestOf = (one: BrowserCaptureRequest | undefined, other: BrowserCaptureRequest): BrowserCaptureRequest => ({
  width: Math.max(one?.width ?? 0, other.width),
  interval: Math.min(one?.interval ?? Infinity, other.interval),
  isUrgent: (one?.isUrgent ?? false) || other.isUrgent,
  format: other.format,
});

/** No tile waits longer: its age would tell less than its state. */
const MAX_INTERVAL_MS = 60_000;

export const slowedInterval = ({ interval, isUrgent }: BrowserCaptureRequest, slowdown: Slowdown): number =>
  Math.max(interval, Math.min(MAX_INTERVAL_MS, Math.round(interval * slowdown[isUrgent ? 'urgent' : 'normal'])));

/** What a browser asks of several devices. */
interface BrowserFrameRequest {
  readonly devices: readonly DevicePk[];
  readonly width: number;
  readonly interval_ms: number;
  readonly urgent?: boolean | undefined;
}

/** What the requests of one browser ask of each device. */
export function mergeBrowserRequests(
  requests: readonly BrowserFrameRequest[],
  format: FrameFormat,
): Map<DevicePk, BrowserCaptureRequest> {
  const byDevice = new Map<DevicePk, BrowserCaptureRequest>();
  for (const { devices, width, interval_ms: interval, urgent: isUrgent = false } of requests)
    for (const device of devices)
      byDevice.set(device, strongestOf(byDevice.get(device), { width, interval, isUrgent, format }));
  return byDevice;
}
