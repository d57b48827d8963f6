import { encodeSvg } from '@vigil/agent/encode';
import type { Frame } from '@vigil/agent/host';
import { createLimiter } from '../limiter.ts';
import type { Layout } from '../models.ts';
import type { Profile } from '../profile.ts';
import { hash } from '../random.ts';
import { drawDesktop } from './desktop.ts';
import { drawKiosk } from './kiosk.ts';
import { drawPhone } from './phone.ts';
import { drawServerConsole } from './server-console.ts';
import { LOOKS, type Scene } from './shapes.ts';

const layouts: { readonly [L in Layout]: (scene: Scene) => string } = {
  desktop: drawDesktop,
  server: drawServerConsole,
  phone: drawPhone,
  kiosk: drawKiosk,
};

/** After so many steps a screen begins again, which bounds how many different pictures there are. */
const PHASES = 20;
const STEP_MS = 1_000;
const LOADS = 4;

/** Four layouts in all looks, phases and loads at one size; others at a time when two sizes are asked for. */
const MAX_KEPT = 2_000;

/** Drawing is for one core; the rest of the process has sockets to serve. */
const MAX_DRAWING = 2;

/** Draws each picture once, whoever shows it: 1,000 watched machines cost a few pictures a second. */
export function createGallery(now: () => number) {
  const kept = new Map<string, Promise<Frame>>();
  const limited = createLimiter(MAX_DRAWING);
  return (profile: Profile, { width, quality }: { width: number; quality: number }, load: number): Promise<Frame> => {
    const look = profile.key % LOOKS;
    const phase = (Math.floor(now() / STEP_MS) + (hash(profile.key, look) % PHASES)) % PHASES;
    const level = Math.min(LOADS - 1, Math.floor((load / 100) * LOADS));
    const { layout } = profile.model;
    const id = `${layout} ${look} ${phase} ${level} ${width} ${quality}`;
    const known = kept.get(id);
    if (known !== undefined) return known;
    const scene = { look, phase, load: ((level + 0.5) / LOADS) * 100 };
    const frame = limited(() => encodeSvg(layouts[layout](scene), { width, quality }));
    keep(kept, id, frame);
    return frame;
  };
}

function keep(kept: Map<string, Promise<Frame>>, id: string, frame: Promise<Frame>): void {
  kept.set(id, frame);
  frame.catch(() => kept.delete(id));
  const oldest = kept.keys().next();
  if (kept.size > MAX_KEPT && oldest.value !== undefined) kept.delete(oldest.value);
}
