import { svgToScreen } from '@vigil/agent/encode';
import type { CapturedScreen, Frame, FrameEncodingOptions } from '@vigil/agent/host';
import type { ScreenRegion } from '@vigil/shared/contract/app-config-rules';
import type { ScreenLayout } from '../device-models.ts';
import { propertySeeds, type DeviceProfile } from '../device-profile.ts';
import { hashOfPair } from '../random.ts';
import { drawDesktop } from './desktop.ts';
import { drawKiosk } from './kiosk.ts';
import { drawPhone } from './phone.ts';
import { drawServerConsole } from './server-console.ts';
import { THEME_COUNT, type Scene } from './shapes.ts';

const layouts: { readonly [L in ScreenLayout]: (scene: Scene) => string } = {
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

/** Blocks are the means of large parts of the screen: no larger image is needed to compare. */
const COMPARED_WIDTH = 160;

/** Renders each frame once for all devices that show it: 1,000 watched devices cost a few renderings a second. */
export function createCachedFrameRenderer(now: () => number) {
  const blocks = new Map<string, Promise<Uint8Array>>();
  const frames = new Map<string, Promise<Frame>>();
  const limited = createLimiter(MAX_RENDERING);
  return async (profile: DeviceProfile, load: number, regions: readonly ScreenRegion[]): Promise<CapturedScreen> => {
    const theme = profile.key % THEME_COUNT;
    const step = hashOfPair(profile.key, propertySeeds.work) % 2 === 0 ? STEP_MS : STILL_MS;
    const phase = (Math.floor(now() / step) + (hashOfPair(profile.key, theme) % PHASES)) % PHASES;
    const level = Math.min(LOADS - 1, Math.floor((load / 100) * LOADS));
    const { layout } = profile.model;
    const scene = { theme, phase, load: ((level + 0.5) / LOADS) * 100 };
    const id = `${layout} ${theme} ${phase} ${level} ${JSON.stringify(regions)}`;
    const render = (width: number) => svgToScreen(layouts[layout](scene), width, regions);
    // Compressed at once: the cache would hold many times the memory otherwise.
    const encode = (options: FrameEncodingOptions) =>
      cached(frames, `${id} ${options.width} ${options.quality} ${options.format}`, () =>
        limited(async () => (await render(options.width)).encode(options)),
      );
    return {
      blocks: await cached(blocks, id, () => limited(async () => (await render(COMPARED_WIDTH)).blocks)),
      encode,
    };
  };
}

function cached<T>(cache: Map<string, Promise<T>>, id: string, make: () => Promise<T>): Promise<T> {
  const known = cache.get(id);
  if (known !== undefined) return known;
  const made = make();
  addToCache(cache, id, made);
  return made;
}

function addToCache<T>(cache: Map<string, Promise<T>>, id: string, made: Promise<T>): void {
  cache.set(id, made);
  made.catch(() => cache.delete(id));
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
