import { z } from 'zod';
import type { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import { DevicePk, type CompanyPk } from '@vigil/shared/contract/ids';
import { channels } from '@vigil/shared/platform/redis/keys';
import { readDemands, writeDemand, DEMAND_MS, type DemandRow } from '@vigil/shared/platform/redis/demand';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { Deps } from '../deps.ts';

const Announcement = z.object({ gw: z.string(), rows: z.array(z.tuple([DevicePk, z.number(), z.number()])) });

/** What one gateway's browsers want of a device, until when, at most how wide and how often. */
interface Wish {
  readonly width: number;
  readonly interval: number;
  readonly until: number;
}

const QUALITY = 70;
const nobody: CaptureDemand = { on: false, width: 320, interval_ms: 60_000, quality: QUALITY };

/**
 * What the agents connected here are asked to show. The strongest of all watchers on all gateways wins: the widest
 * picture, the shortest interval. A wish is leased; a gateway that dies stops wishing.
 */
export function createAgentDemand(
  { redis, log, now }: Deps,
  onChange: (device: DevicePk, demand: CaptureDemand) => void,
) {
  const wishes = new Map<DevicePk, Map<string, Wish>>();
  const present = new Map<DevicePk, CaptureDemand>();
  const listening = new Map<CompanyPk, Promise<Unsubscribe>>();

  const strongest = (device: DevicePk): CaptureDemand => {
    const live = [...(wishes.get(device)?.values() ?? [])].filter((wish) => wish.until > now());
    if (live.length === 0) return nobody;
    return {
      on: true,
      width: Math.max(...live.map((wish) => wish.width)),
      interval_ms: Math.min(...live.map((wish) => wish.interval)),
      quality: QUALITY,
    };
  };

  const settle = (device: DevicePk) => {
    const before = present.get(device) ?? nobody;
    const after = strongest(device);
    if (!after.on) present.delete(device);
    else present.set(device, after);
    if (before.on !== after.on || before.width !== after.width || before.interval_ms !== after.interval_ms) {
      onChange(device, after);
    }
  };

  /** A gateway's whole list for a company: what it no longer names, it no longer wants. */
  const take = (gateway: string, rows: readonly DemandRow[], devices: Iterable<DevicePk>) => {
    const named = new Set(rows.map(([device]) => device));
    for (const [device, width, interval] of rows) {
      const ofDevice = wishes.get(device) ?? new Map<string, Wish>();
      wishes.set(device, ofDevice);
      ofDevice.set(gateway, { width, interval, until: now() + DEMAND_MS });
      settle(device);
    }
    for (const device of devices) {
      if (!named.has(device) && wishes.get(device)?.delete(gateway)) settle(device);
    }
  };

  return {
    of: strongest,
    /** Hears the wishes for a company's devices, from now on and those that were made before. */
    listen(company: CompanyPk, devices: () => Iterable<DevicePk>): void {
      if (listening.has(company)) return;
      const subscription = redis.subscribe(channels.demand(company), (text) => {
        const { gw, rows } = Announcement.parse(JSON.parse(text));
        take(gw, rows, devices());
      });
      listening.set(company, subscription);
      subscription
        .then(() => readDemands(redis, company))
        .then((all) => all.forEach(({ gateway, rows }) => take(gateway, rows, devices())))
        .catch((cause: unknown) => {
          listening.delete(company);
          log.warn({ err: cause }, 'thumbnail demand is not heard');
        });
    },
    /** Drops wishes whose lease ended. */
    expire(): void {
      for (const [device, ofDevice] of wishes) {
        for (const [gateway, wish] of ofDevice) if (wish.until <= now()) ofDevice.delete(gateway);
        if (ofDevice.size === 0) wishes.delete(device);
        settle(device);
      }
    },
    /** The gateways whose browsers look at a device. */
    gatewaysFor: (device: DevicePk): Iterable<string> => wishes.get(device)?.keys() ?? [],
    forget(device: DevicePk): void {
      present.delete(device);
    },
  };
}

export type AgentDemand = ReturnType<typeof createAgentDemand>;

/** What the browsers connected here want to see, told to the gateways that hold the agents. */
export function createBrowserDemand({ redis, log }: Deps, gatewayId: () => string) {
  const wanted = new Map<CompanyPk, Map<DevicePk, Map<string, { width: number; interval: number }>>>();
  const dirty = new Set<CompanyPk>();
  let timer: NodeJS.Timeout | undefined;

  const rowsOf = (company: CompanyPk): DemandRow[] =>
    [...(wanted.get(company) ?? [])].map(([device, viewers]) => {
      const all = [...viewers.values()];
      return [device, Math.max(...all.map((one) => one.width)), Math.min(...all.map((one) => one.interval))];
    });

  const announce = (company: CompanyPk) => {
    const rows = rowsOf(company);
    if (rows.length === 0) wanted.delete(company);
    writeDemand(redis, { company, gateway: gatewayId() }, rows).catch((cause: unknown) =>
      log.debug({ err: cause }, 'demand was not announced'),
    );
  };

  // Many tiles change their wish in one go when a page is scrolled; they travel together.
  const announceSoon = (company: CompanyPk) => {
    dirty.add(company);
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const one of dirty) announce(one);
      dirty.clear();
    }, 10);
  };

  return {
    /** Replaces what one browser wants. */
    set(
      company: CompanyPk,
      viewer: string,
      wish: { devices: readonly DevicePk[]; width: number; interval: number },
    ): void {
      const ofCompany = wanted.get(company) ?? new Map<DevicePk, Map<string, { width: number; interval: number }>>();
      wanted.set(company, ofCompany);
      for (const [device, viewers] of ofCompany) {
        viewers.delete(viewer);
        if (viewers.size === 0) ofCompany.delete(device);
      }
      for (const device of wish.devices) {
        const viewers = ofCompany.get(device) ?? new Map<string, { width: number; interval: number }>();
        ofCompany.set(device, viewers);
        viewers.set(viewer, { width: wish.width, interval: wish.interval });
      }
      announceSoon(company);
    },
    renew(): void {
      for (const company of wanted.keys()) announce(company);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

export type BrowserDemand = ReturnType<typeof createBrowserDemand>;
