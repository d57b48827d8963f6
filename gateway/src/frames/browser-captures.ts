import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { CaptureRow } from '@vigil/shared/platform/bus/messages';
import { publishCaptureRequests, type GatewayCaptureRequests } from '@vigil/shared/platform/redis/capture-requests';
import type { Deps } from '../deps.ts';
import { slowedInterval, type BrowserCaptureRequest } from './capture-request.ts';
import type { Slowdown } from './frame-budget.ts';
import { roundUpWidth } from './frame-widths.ts';

type Watched = ReadonlyMap<DevicePk, BrowserCaptureRequest>;

/** Changes within this time are published together; scrolling a page causes several of them. */
const COALESCE_MS = 10;

/** Merges the capture requests of the browsers connected here, and publishes them to the gateways of the agents. */
export function createCaptureRequestPublisher(
  { redis, log }: Deps,
  gatewayId: () => string,
  slowdownOf: (viewer: string) => Slowdown | undefined,
) {
  const requests = new Map<CompanyPk, Map<string, Watched>>();
  const dirty = new Set<CompanyPk>();
  let timer: NodeJS.Timeout | undefined;

  const requestsOf = (company: CompanyPk): GatewayCaptureRequests => {
    const byDevice = new Map<DevicePk, Map<number, number>>();
    const jpgOnly = new Set<DevicePk>();
    for (const [viewer, watched] of requests.get(company) ?? []) {
      const slowdown = slowdownOf(viewer);
      for (const [device, request] of watched) {
        const interval = slowdown ? slowedInterval(request, slowdown) : request.interval;
        const intervals = byDevice.get(device) ?? new Map<number, number>();
        byDevice.set(device, intervals);
        const width = roundUpWidth(request.width);
        intervals.set(width, Math.min(intervals.get(width) ?? Infinity, interval));
        if (request.format === 'jpg') jpgOnly.add(device);
      }
    }
    const rows = [...byDevice].flatMap(([device, intervals]) =>
      [...intervals].toSorted(([a], [b]) => a - b).map(([width, interval]): CaptureRow => [device, width, interval]),
    );
    return { rows, jpgOnly: jpgOnly.size < byDevice.size ? [...jpgOnly] : null };
  };

  const publishRows = (company: CompanyPk) =>
    publishCaptureRequests(redis, { company, gateway: gatewayId() }, requestsOf(company)).catch((cause: unknown) =>
      log.debug({ err: cause }, 'capture requests not published'),
    );

  const publishSoon = (company: CompanyPk) => {
    dirty.add(company);
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const each of dirty) void publishRows(each);
      dirty.clear();
    }, COALESCE_MS);
  };

  const remove = (company: CompanyPk, viewer: string): void => {
    const viewers = requests.get(company);
    if (!viewers?.delete(viewer)) return;
    if (viewers.size === 0) requests.delete(company);
    publishSoon(company);
  };

  const set = (company: CompanyPk, viewer: string, next: Watched): void => {
    if (next.size === 0) return remove(company, viewer);
    const viewers = requests.get(company) ?? new Map<string, Watched>();
    requests.set(company, viewers.set(viewer, next));
    publishSoon(company);
  };

  return {
    /** Replaces the requests of one browser. */
    set,
    remove,
    /** Removes one device from the requests of a browser. */
    drop(company: CompanyPk, viewer: string, device: DevicePk): void {
      const watched = requests.get(company)?.get(viewer);
      if (watched?.has(device)) set(company, viewer, new Map([...watched].filter(([other]) => other !== device)));
    },
    renew(): void {
      for (const company of requests.keys()) void publishRows(company);
    },
    get size() {
      return requests.size;
    },
    /** Number of devices whose frames are requested, counted once per browser. */
    get watched() {
      let devices = 0;
      for (const viewers of requests.values()) for (const watched of viewers.values()) devices += watched.size;
      return devices;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
