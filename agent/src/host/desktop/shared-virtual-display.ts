import type { Desktop } from './desktop.ts';
import { startVirtualDisplay, type VirtualDisplay } from './virtual-display.ts';
import { openX11Desktop } from './x11-desktop.ts';

/** A viewer that lost its connection finds the programs that it has started. */
const KEPT_MS = 60_000;

/** Opens the one virtual display of this device, which starts with its first viewer and ends a while after the last. */
export function createVirtualDesktopOpener(keptMs = KEPT_MS): () => Promise<Desktop> {
  let display: Promise<VirtualDisplay> | null = null;
  let viewers = 0;
  let ending: NodeJS.Timeout | undefined;

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
      const desktop = await openX11Desktop(place, { hasPerson: false });
      desktop.onLeft(left);
      return desktop;
    } catch (error) {
      display = null;
      left();
      throw error;
    }
  };
}
