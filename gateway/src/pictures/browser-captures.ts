import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { CaptureRow } from '@vigil/shared/platform/bus/messages';
import { writeCaptureRequests } from '@vigil/shared/platform/redis/capture-requests';
import type { Deps } from '../deps.ts';

interface Wanted {
  readonly devices: readonly DevicePk[];
  readonly width: number;
  readonly interval: number;
}

/** A page that is scrolled changes many tiles in one go; their requests travel together. */
const GATHER_MS = 10;

/** What the browsers connected here want to see, announced to the gateways that hold the agents. */
export function createBrowserCaptures({ redis, log }: Deps, gatewayId: () => string) {
  const wanted = new Map<CompanyPk, Map<string, Wanted>>();
  const dirty = new Set<CompanyPk>();
  let timer: NodeJS.Timeout | undefined;

  const rowsOf = (company: CompanyPk): CaptureRow[] => {
    const rows = new Map<DevicePk, CaptureRow>();
    for (const { devices, width, interval } of wanted.get(company)?.values() ?? []) {
      for (const device of devices) {
        const [, widest, shortest] = rows.get(device) ?? [device, width, interval];
        rows.set(device, [device, Math.max(widest, width), Math.min(shortest, interval)]);
      }
    }
    return [...rows.values()];
  };

  const announce = (company: CompanyPk) =>
    writeCaptureRequests(redis, { company, gateway: gatewayId() }, rowsOf(company)).catch((cause: unknown) =>
      log.debug({ err: cause }, 'capture requests not announced'),
    );

  const announceSoon = (company: CompanyPk) => {
    dirty.add(company);
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const one of dirty) void announce(one);
      dirty.clear();
    }, GATHER_MS);
  };

  const remove = (company: CompanyPk, viewer: string): void => {
    const viewers = wanted.get(company);
    if (!viewers?.delete(viewer)) return;
    if (viewers.size === 0) wanted.delete(company);
    announceSoon(company);
  };

  return {
    /** Replaces what one browser wants. */
    set(company: CompanyPk, viewer: string, next: Wanted): void {
      if (next.devices.length === 0) return remove(company, viewer);
      const viewers = wanted.get(company) ?? new Map<string, Wanted>();
      wanted.set(company, viewers.set(viewer, next));
      announceSoon(company);
    },
    remove,
    renew(): void {
      for (const company of wanted.keys()) void announce(company);
    },
    get size() {
      return wanted.size;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

export type BrowserCaptures = ReturnType<typeof createBrowserCaptures>;
