import type { CaptureDemand, FrameRequest } from '@vigil/shared/contract/events/agent-down/capture';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import {
  CAPTURE_LEASE_MS,
  readCaptureRequests,
  type GatewayCaptureRequests,
} from '@vigil/shared/platform/redis/capture-requests';
import type { WidthRange } from '@vigil/shared/platform/redis/frames';
import type { Deps } from '../deps.ts';
import { subscribeWithRetry, type RetriedSubscription } from '../fan-out/subscribe-with-retry.ts';
import { coversWidth, limitFrameWidths, roundUpWidth } from './frame-widths.ts';

/** The capture requests of one gateway for a device, with the end of their lease in milliseconds since 1970. */
interface LeasedRequests {
  readonly requests: FrameRequest[];
  readonly until: number;
}

const QUALITY = 70;
const off: CaptureDemand = { on: false, width: 320, interval_ms: 60_000, quality: QUALITY, same: true, requests: [] };

/**
 * Derives the demand for each agent connected here from the capture requests of all gateways: a frame of each width, at
 * the shortest interval. Requests are leased; those of a gateway that died lapse.
 */
export function createCaptureDemands(
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
  const requests = new Map<DevicePk, Map<string, LeasedRequests>>();
  const current = new Map<DevicePk, CaptureDemand>();
  const listening = new Map<CompanyPk, RetriedSubscription>();

  const demandOf = (device: DevicePk): CaptureDemand => {
    const live = [...(requests.get(device)?.values() ?? [])].filter(({ until }) => until > now());
    const merged = limitFrameWidths(live.flatMap((leased) => leased.requests));
    if (merged.length === 0 || !isShown(device)) return off;
    return {
      on: true,
      width: Math.max(...merged.map(({ width }) => width)),
      interval_ms: Math.min(...merged.map(({ interval_ms }) => interval_ms)),
      quality: QUALITY,
      same: true,
      requests: merged,
    };
  };

  const update = (device: DevicePk) => {
    const before = current.get(device) ?? off;
    const after = demandOf(device);
    if (!after.on) current.delete(device);
    else current.set(device, after);
    if (JSON.stringify(before) !== JSON.stringify(after)) onChange(device, after);
  };

  /** Applies the complete list of one gateway for a company: requests that are not in it end. */
  const receive = (gateway: string, { rows, jpgOnly }: GatewayCaptureRequests, devices: Iterable<DevicePk>) => {
    const until = now() + CAPTURE_LEASE_MS;
    const onlyJpg = jpgOnly && new Set(jpgOnly);
    const requested = new Map<DevicePk, FrameRequest[]>();
    for (const [device, width, interval_ms] of rows) {
      const ofDevice = requested.get(device) ?? [];
      requested.set(device, ofDevice);
      const format = onlyJpg?.has(device) === false ? 'webp' : 'jpg';
      ofDevice.push({ width: roundUpWidth(width), interval_ms, format });
    }
    for (const [device, ofDevice] of requested) {
      const byGateway = requests.get(device) ?? new Map<string, LeasedRequests>();
      requests.set(device, byGateway.set(gateway, { requests: ofDevice, until }));
      update(device);
    }
    for (const device of devices) {
      if (!requested.has(device) && requests.get(device)?.delete(gateway)) update(device);
    }
  };

  const releaseUnneeded = (needed: ReadonlySet<CompanyPk>): void => {
    for (const [company, subscription] of listening) {
      if (needed.has(company)) continue;
      listening.delete(company);
      subscription.end();
    }
  };

  return {
    of: demandOf,
    /** The device may have been approved, or its approval withdrawn. */
    update,
    /** Subscribes to the capture requests for a company's devices, and reads those that exist already. */
    listen(company: CompanyPk, devices: () => Iterable<DevicePk>): void {
      if (listening.has(company)) return;
      const channel = busChannels.captureRequests(company);
      const subscription = subscribeWithRetry(
        () =>
          subscribe(channel, ({ gateway, rows, jpg_only: jpgOnly }) => receive(gateway, { rows, jpgOnly }, devices())),
        log,
        { channel },
      );
      listening.set(company, subscription);
      subscription.made
        .then(() => readCaptureRequests(redis, company))
        .then((all) => all.forEach(({ gateway, rows }) => receive(gateway, { rows, jpgOnly: null }, devices())))
        // They arrive with their next renewal.
        .catch((cause: unknown) => log.debug({ err: cause, company }, 'capture requests not read'));
    },
    /** Unsubscribes from companies that have no agent here any more. */
    releaseUnneeded,
    /** Drops requests whose lease lapsed. */
    expire(): void {
      for (const [device, ofDevice] of requests) {
        for (const [gateway, request] of ofDevice) if (request.until <= now()) ofDevice.delete(gateway);
        if (ofDevice.size === 0) requests.delete(device);
        update(device);
      }
    },
    /** The gateways whose browsers watch a device at one of the widths. */
    gatewaysFor: (device: DevicePk, widths: WidthRange): string[] =>
      [...(requests.get(device) ?? [])].flatMap(([gateway, leased]) =>
        leased.requests.some(({ width }) => coversWidth(widths, width)) ? [gateway] : [],
      ),
    forget(device: DevicePk): void {
      current.delete(device);
    },
    get size() {
      return requests.size + current.size + listening.size;
    },
    [Symbol.dispose]: () => releaseUnneeded(new Set()),
  };
}
