import { expect, test } from 'vitest';
import type { Desktop } from '../host/desktop/desktop.ts';
import { eventually } from '../testing/eventually.ts';
import { openDisplay } from '../testing/open-display.ts';
import { PaintedScreen } from '../testing/painted-screen.ts';
import { resizeX11Screen } from '../testing/resize-x11-screen.ts';
import { startDesktops } from '../testing/start-desktops.ts';
import { startTerminal, startXvfb } from '../testing/xvfb.ts';

/** The only monitor of Xvfb. */
const MONITOR = 'screen';

test.each([[null], [MONITOR]])(
  '[RELAY-7] [RELAY-14] picture and monitors follow a screen whose size is changed, with the monitor %s chosen',
  async (chosen) => {
    await using display = await startXvfb();
    using _terminal = startTerminal(display, '60x20+0+0', 'seq 15; cat');
    using reader = await openDisplay(display.name);
    const { view } = await startDesktops(() => openDisplay(display.name));
    const { nextFrame, send, told, readAll } = await view();
    send({ t: 'accept', offers: ['copy', 'monitors'] });
    send({ t: 'monitor', name: chosen });
    const newestMonitors = () => {
      readAll();
      return told.findLast((message) => message.t === 'monitors');
    };
    const shown = new PaintedScreen();
    for (const [w, h] of [
      [1_280, 720],
      [800, 600],
      [1_024, 700],
    ] as const) {
      if (w !== 1_280) await resizeX11Screen(display.name, w, h);
      while (shown.width !== w || !(await isSame(reader, shown))) {
        const frame = await nextFrame();
        await shown.paint(frame);
        send({ t: 'ack', seq: frame.seq });
      }
      const monitors = [{ name: MONITOR, w, h, is_primary: false }];
      await eventually(() => {
        const newest = newestMonitors();
        return newest?.monitors[0]?.w === w && newest.chosen === chosen;
      });
      expect(newestMonitors()).toEqual({ t: 'monitors', monitors, chosen });
    }
  },
);

async function isSame(reader: Desktop, { width, height, pixels }: PaintedScreen): Promise<boolean> {
  if (width !== reader.width || height !== reader.height) return false;
  const screen = await reader.grab({ x: 0, y: 0, w: width, h: height });
  return Buffer.compare(screen.pixels, pixels) === 0;
}
