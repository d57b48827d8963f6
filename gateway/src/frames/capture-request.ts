import type { DevicePk } from '@vigil/shared/contract/ids';

/** What is asked of the screen of a device: width in pixels, interval in milliseconds. */
export interface CaptureRequest {
  readonly width: number;
  readonly interval: number;
}

/** The widest frame and the shortest interval of two requests. */
export const strongestOf = (one: CaptureRequest | undefined, other: CaptureRequest): CaptureRequest => ({
  width: Math.max(one?.width ?? 0, other.width),
  interval: Math.min(one?.interval ?? Infinity, other.interval),
});

interface FrameRequest {
  readonly devices: readonly DevicePk[];
  readonly width: number;
  readonly interval_ms: number;
}

/** What the requests of one browser ask of each device. */
export function strongestByDevice(requests: readonly FrameRequest[]): Map<DevicePk, CaptureRequest> {
  const byDevice = new Map<DevicePk, CaptureRequest>();
  for (const { devices, width, interval_ms: interval } of requests)
    for (const device of devices) byDevice.set(device, strongestOf(byDevice.get(device), { width, interval }));
  return byDevice;
}
