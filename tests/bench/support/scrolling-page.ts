import { openX11Display } from '@vigil/agent/x11-screen';

const Z_PIXMAP = 2;
const DEPTH = 24;
const STEP_MS = 50;
const STEP = 30;
/** Rows of a page that is as high as several windows, and begins anew below. */
const PAGE_ROWS = 1_500;

interface Area {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A window with text and pictures that scroll, as those of a browser do: the rest is moved, new rows are painted. */
export async function startScrollingPage(display: string, { x, y, w, h }: Area): Promise<Disposable> {
  const { client, screen } = await openX11Display({ display });
  client.on('error', () => undefined);
  const [window, context, page] = [client.AllocID(), client.AllocID(), drawPage(w)];
  client.CreateWindow(window, screen[0]?.root ?? 0, x, y, w, h, 0, 0, 0, 0, {});
  client.MapWindow(window);
  client.CreateGC(context, window, { graphicsExposures: 0 });
  let top = 0;
  const paint = (from: number, rows: number, at: number) => {
    const bytes = Buffer.concat(
      Array.from({ length: rows }, (_, row) => {
        const start = ((from + row) % PAGE_ROWS) * w * 4;
        return page.subarray(start, start + w * 4);
      }),
    );
    client.PutImage(Z_PIXMAP, window, context, w, rows, 0, at, 0, DEPTH, bytes);
  };
  for (let row = 0; row < h; row += STEP) paint(row, Math.min(STEP, h - row), row);
  const timer = setInterval(() => {
    top += STEP;
    client.CopyArea(window, window, context, 0, STEP, 0, 0, w, h - STEP);
    paint(top + h - STEP, STEP, h - STEP);
  }, STEP_MS);
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      client.terminate();
    },
  };
}

/**
 * Blue, green, red and an unused byte: marks like words on white, and every third stretch a picture of soft colours.
 */
function drawPage(width: number): Buffer {
  const page = Buffer.alloc(width * PAGE_ROWS * 4, 0xff);
  for (let row = 0; row < PAGE_ROWS; row += 1) {
    const isPicture = Math.floor(row / 120) % 3 === 2;
    const line = Math.floor(row / 16);
    for (let x = 20; x < width - 20; x += 1) {
      const at = (row * width + x) * 4;
      if (isPicture) page.set([soft(x, row, 90), soft(x, row, 130), soft(row, x, 70)], at);
      else if (row % 16 < 10 && Math.imul(line * 131 + (x >> 2), 0x9e37_79b1) >>> 30 === 0) page.fill(0x20, at, at + 3);
    }
  }
  return page;
}

const soft = (a: number, b: number, period: number): number =>
  Math.round(127 + 80 * Math.sin(a / period) + 40 * Math.cos(b / 23) + (Math.imul(a * 31 + b, 0x9e37_79b1) >>> 29));
