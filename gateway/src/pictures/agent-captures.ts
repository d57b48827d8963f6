import type { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { channels } from '@vigil/shared/platform/bus/channels';
import type { CaptureRow } from '@vigil/shared/platform/bus/messages';
import { CAPTURE_LEASE_MS, readCaptureRequests } from '@vigil/shared/platform/redis/capture-requests';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { Deps } from '../deps.ts';

/** What one gateway's browsers want of a device, until when, at most how wide and how often. */
interface CaptureRequest {
  readonly width: number;
  readonly interval: number;
  readonly until: number;
}

const QUALITY = 70;
const off: CaptureDemand = { on: false, width: 320, interval_ms: 60_000, quality: QUALITY };

/**
 * What the agents connected here are asked to capture. The strongest request of all gateways wins: the widest picture, the
 * shortest interval. A request is leased; those of a gateway that dies run out.
 */
export function createAgentCaptures(
  { redis, subscribe, log, now }: Deps,
  onChange: (device: DevicePk, demand: CaptureDemand) => void,
) {
  const requests = new Map<DevicePk, Map<string, CaptureRequest>>();
  const current = new Map<DevicePk, CaptureDemand>();
  const listening = new Map<CompanyPk, Promise<Unsubscribe>>();

  const strongest = (device: DevicePk): CaptureDemand => {
    const live = [...(requests.get(device)?.values() ?? [])].filter((request) => request.until > now());
    if (live.length === 0) return off;
    return {
      on: true,
      width: Math.max(...live.map((request) => request.width)),
      interval_ms: Math.min(...live.map((request) => request.interval)),
      quality: QUALITY,
    };
  };

  const update = (device: DevicePk) => {
    const before = current.get(device) ?? off;
    const after = strongest(device);
    if (!after.on) current.delete(device);
    else current.set(device, after);
    if (before.on !== after.on || before.width !== after.width || before.interval_ms !== after.interval_ms) {
      onChange(device, after);
    }
  };

  /** A gateway's whole list for a company: what it no longer names, it no longer wants. */
  const take = (gateway: string, rows: readonly CaptureRow[], devices: Iterable<DevicePk>) => {
    const named = new Set(rows.map(([device]) => device));
    for (const [device, width, interval] of rows) {
      const ofDevice = requests.get(device) ?? new Map<string, CaptureRequest>();
      requests.set(device, ofDevice);
      ofDevice.set(gateway, { width, interval, until: now() + CAPTURE_LEASE_MS });
      update(device);
    }
    for (const device of devices) {
      if (!named.has(device) && requests.get(device)?.delete(gateway)) update(device);
    }
  };

  return {
    of: strongest,
    /** Follows the requests for a company's devices, from now on and those that were made before. */
    listen(company: CompanyPk, devices: () => Iterable<DevicePk>): void {
      if (listening.has(company)) return;
      const subscription = subscribe(channels.captureRequests(company), ({ gateway, rows }) =>
        take(gateway, rows, devices()),
      );
      listening.set(company, subscription);
      subscription
        .then(() => readCaptureRequests(redis, company))
        .then((all) => all.forEach(({ gateway, rows }) => take(gateway, rows, devices())))
        .catch((cause: unknown) => {
          listening.delete(company);
          log.warn({ err: cause }, 'capture requests not followed');
        });
    },
    /** Stops following companies that have no agent here any more. */
    releaseUnneeded(needed: ReadonlySet<CompanyPk>): void {
      for (const [company, subscription] of listening) {
        if (needed.has(company)) continue;
        listening.delete(company);
        subscription
          .then((unsubscribe) => unsubscribe())
          .catch((cause: unknown) => log.debug({ err: cause }, 'capture requests not unsubscribed'));
      }
    },
    /** Drops requests whose lease ended. */
    expire(): void {
      for (const [device, ofDevice] of requests) {
        for (const [gateway, request] of ofDevice) if (request.until <= now()) ofDevice.delete(gateway);
        if (ofDevice.size === 0) requests.delete(device);
        update(device);
      }
    },
    /** The gateways whose browsers look at a device. */
    gatewaysFor: (device: DevicePk): Iterable<string> => requests.get(device)?.keys() ?? [],
    forget(device: DevicePk): void {
      current.delete(device);
    },
    get size() {
      return requests.size + current.size + listening.size;
    },
  };
}

export type AgentCaptures = ReturnType<typeof createAgentCaptures>;
