import type { Desktop } from './desktop.ts';
import { endLeftDisplays } from './left-displays.ts';
import { startVirtualDisplay, type VirtualDisplay } from './virtual-display.ts';
import { openX11Desktop } from './x11-desktop.ts';

/** A viewer that lost its connection finds the programs that it has started. */
const KEPT_MS = 60_000;

interface Options {
  readonly keptMs?: number;
  readonly openDesktop?: typeof openX11Desktop;
}

/** Opens the one virtual display of this device, which starts with its first viewer and ends a while after the last. */
export function createVirtualDesktopOpener({
  keptMs = KEPT_MS,
  openDesktop = openX11Desktop,
}: Options = {}): () => Promise<Desktop> {
  let display: Promise<VirtualDisplay> | null = null;
  let viewers = 0;
  let ending: NodeJS.Timeout | undefined;
  endLeftDisplays();

  const end = () => {
    void display?.then((one) => one[Symbol.dispose]()).catch(() => undefined);
    display = null;
  };
  const left = () => {
    viewers -= 1;
    if (viewers === 0) ending = setTimeout(end, keptMs).unref();
  };

  return async () => {
    clearTimeout(ending);
    viewers += 1;
    try {
      display ??= startVirtualDisplay();
      const { place } = await display;
      const desktop = await openDesktop(place, { hasPerson: false });
      desktop.onLeft(left);
      return desktop;
    } catch (error) {
      viewers -= 1;
      // Others may see it. Where nobody does, the next viewer begins with another one.
      if (viewers === 0) end();
      throw error;
    }
  };
}
