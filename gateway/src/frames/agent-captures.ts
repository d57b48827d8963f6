import type { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { channels } from '@vigil/shared/platform/bus/channels';
import type { CaptureRow } from '@vigil/shared/platform/bus/messages';
import { CAPTURE_LEASE_MS, readCaptureRequests } from '@vigil/shared/platform/redis/capture-requests';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { Deps } from '../deps.ts';
import type { CaptureRequest } from './capture-request.ts';

/** The capture request of one gateway, with the end of its lease in milliseconds since 1970. */
type LeasedRequest = Pick<CaptureRequest, 'width' | 'interval'> & { readonly until: number };

const QUALITY = 70;
const off: CaptureDemand = { on: false, width: 320, interval_ms: 60_000, quality: QUALITY, same: true };

/**
 * Derives the demand for each agent connected here from the capture requests of all gateways: the widest frame, the
 * shortest interval. Requests are leased; those of a gateway that died lapse.
 */
export function createAgentCaptures(
  { redis, subscribe, log, now }: Deps,
  {
    isShown,
    onChange,
  }: {
    /** A device that no administrator has approved shows no frames; its requests wait. */
    isShown: (device: DevicePk) => boolean;
    onChange: (device: DevicePk, demand: CaptureDemand) => void;
  },
) {
  const requests = new Map<DevicePk, Map<string, LeasedRequest>>();
  const current = new Map<DevicePk, CaptureDemand>();
  const listening = new Map<CompanyPk, Promise<Unsubscribe>>();

  const demandOf = (device: DevicePk): CaptureDemand => {
    const live = [...(requests.get(device)?.values() ?? [])].filter((request) => request.until > now());
    if (live.length === 0 || !isShown(device)) return off;
    return {
      on: true,
      width: Math.max(...live.map((request) => request.width)),
      interval_ms: Math.min(...live.map((request) => request.interval)),
      quality: QUALITY,
      same: true,
    };
  };

  const update = (device: DevicePk) => {
    const before = current.get(device) ?? off;
    const after = demandOf(device);
    if (!after.on) current.delete(device);
    else current.set(device, after);
    if (before.on !== after.on || before.width !== after.width || before.interval_ms !== after.interval_ms) {
      onChange(device, after);
    }
  };

  /** Applies the complete list of one gateway for a company: requests that are not in it end. */
  const receive = (gateway: string, rows: readonly CaptureRow[], devices: Iterable<DevicePk>) => {
    const requested = new Set(rows.map(([device]) => device));
    for (const [device, width, interval] of rows) {
      const ofDevice = requests.get(device) ?? new Map<string, LeasedRequest>();
      requests.set(device, ofDevice);
      ofDevice.set(gateway, { width, interval, until: now() + CAPTURE_LEASE_MS });
      update(device);
    }
    for (const device of devices) {
      if (!requested.has(device) && requests.get(device)?.delete(gateway)) update(device);
    }
  };

  return {
    of: demandOf,
    /** The device may have been approved, or its approval withdrawn. */
    update,
    /** Subscribes to the capture requests for a company's devices, and reads those that exist already. */
    listen(company: CompanyPk, devices: () => Iterable<DevicePk>): void {
      if (listening.has(company)) return;
      const subscription = subscribe(channels.captureRequests(company), ({ gateway, rows }) =>
        receive(gateway, rows, devices()),
      );
      listening.set(company, subscription);
      subscription
        .then(() => readCaptureRequests(redis, company))
        .then((all) => all.forEach(({ gateway, rows }) => receive(gateway, rows, devices())))
        .catch((cause: unknown) => {
          listening.delete(company);
          log.warn({ err: cause }, 'capture requests not subscribed');
        });
    },
    /** Unsubscribes from companies that have no agent here any more. */
    releaseUnneeded(needed: ReadonlySet<CompanyPk>): void {
      for (const [company, subscription] of listening) {
        if (needed.has(company)) continue;
        listening.delete(company);
        subscription
          .then((unsubscribe) => unsubscribe())
          .catch((cause: unknown) => log.debug({ err: cause }, 'capture requests not unsubscribed'));
      }
    },
    /** Drops requests whose lease lapsed. */
    expire(): void {
      for (const [device, ofDevice] of requests) {
        for (const [gateway, request] of ofDevice) if (request.until <= now()) ofDevice.delete(gateway);
        if (ofDevice.size === 0) requests.delete(device);
        update(device);
      }
    },
    /** The gateways whose browsers watch a device. */
    gatewaysFor: (device: DevicePk): Iterable<string> => requests.get(device)?.keys() ?? [],
    forget(device: DevicePk): void {
      current.delete(device);
    },
    get size() {
      return requests.size + current.size + listening.size;
    },
  };
}
