import { encodeSvg } from '@vigil/agent/encode';
import type { Frame } from '@vigil/agent/host';
import type { Layout } from '../device-models.ts';
import { propertySeeds, type DeviceProfile } from '../device-profile.ts';
import { hashOfPair } from '../random.ts';
import { drawDesktop } from './desktop.ts';
import { drawKiosk } from './kiosk.ts';
import { drawPhone } from './phone.ts';
import { drawServerConsole } from './server-console.ts';
import { THEME_COUNT, type Scene } from './shapes.ts';

const layouts: { readonly [L in Layout]: (scene: Scene) => string } = {
  desktop: drawDesktop,
  server: drawServerConsole,
  phone: drawPhone,
  kiosk: drawKiosk,
};

/** The number of steps after which an animation repeats, which limits the number of different frames. */
const PHASES = 20;
const STEP_MS = 1_000;
/** Nobody works at half of the screens: they stay the same for this long. */
const STILL_MS = 30_000;
const LOADS = 4;

/** All layouts, themes, phases and loads at one size. */
const MAX_CACHED = 2_000;

/** Concurrent renderings: the process has sockets to serve as well. */
const MAX_RENDERING = 2;

/** Renders each frame once for all devices that show it: 1,000 watched devices cost a few renderings a second. */
export function createFrameRenderer(now: () => number) {
  const cache = new Map<string, Promise<Frame>>();
  const limited = createLimiter(MAX_RENDERING);
  return (
    profile: DeviceProfile,
    { width, quality }: { width: number; quality: number },
    load: number,
  ): Promise<Frame> => {
    const theme = profile.key % THEME_COUNT;
    const step = hashOfPair(profile.key, propertySeeds.work) % 2 === 0 ? STEP_MS : STILL_MS;
    const phase = (Math.floor(now() / step) + (hashOfPair(profile.key, theme) % PHASES)) % PHASES;
    const level = Math.min(LOADS - 1, Math.floor((load / 100) * LOADS));
    const { layout } = profile.model;
    const id = `${layout} ${theme} ${phase} ${level} ${width} ${quality}`;
    const cached = cache.get(id);
    if (cached !== undefined) return cached;
    const scene = { theme, phase, load: ((level + 0.5) / LOADS) * 100 };
    const frame = limited(async () => {
      const drawn = await encodeSvg(layouts[layout](scene), { width, quality });
      // Compressed at once: the cache would hold many times the memory otherwise.
      const bytes = await drawn.encode();
      return { ...drawn, encode: () => bytes };
    });
    addToCache(cache, id, frame);
    return frame;
  };
}

function addToCache(cache: Map<string, Promise<Frame>>, id: string, frame: Promise<Frame>): void {
  cache.set(id, frame);
  frame.catch(() => cache.delete(id));
  const oldest = cache.keys().next();
  if (cache.size > MAX_CACHED && oldest.value !== undefined) cache.delete(oldest.value);
}

/** Runs at most `limit` tasks at a time; the others wait in order. */
function createLimiter(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
