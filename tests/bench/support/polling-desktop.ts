import { createHash } from 'node:crypto';
import type { CursorImage, Desktop, Rectangle } from '@vigil/agent/desktop';

const INTERVAL_MS = 100;
const TILE = 64;

/** A desktop that finds out what was drawn by comparing tiles ten times a second, as the nearest peer does. */
export class PollingDesktop implements Desktop {
  readonly #real: Desktop;
  readonly #listeners = new Set<(drawn: Rectangle) => void>();
  readonly #hashes = new Map<string, string>();
  readonly #timer: NodeJS.Timeout;
  #isBusy = false;

  constructor(real: Desktop) {
    this.#real = real;
    this.#timer = setInterval(() => void this.#compare().catch(() => undefined), INTERVAL_MS);
  }

  get width(): number {
    return this.#real.width;
  }

  get height(): number {
    return this.#real.height;
  }

  onDamage(listener: (drawn: Rectangle) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  onResized = (listener: () => void): Disposable => this.#real.onResized(listener);
  onCursor = (listener: (cursor: CursorImage) => void): Disposable => this.#real.onCursor(listener);
  onMonitors: Desktop['onMonitors'] = (listener) => this.#real.onMonitors(listener);
  onLocalInput = (listener: () => void): Disposable => this.#real.onLocalInput(listener);
  onLost = (listener: () => void): void => this.#real.onLost(listener);
  grab = (area: Rectangle) => this.#real.grab(area);
  movePointer = (x: number, y: number): void => this.#real.movePointer(x, y);
  pressButton = (button: number, down: boolean): void => this.#real.pressButton(button, down);
  turnWheel = (dx: number, dy: number): void => this.#real.turnWheel(dx, dy);
  pressKey = (code: string, down: boolean): boolean => this.#real.pressKey(code, down);
  typeText = (text: string, signal?: AbortSignal): Promise<void> => this.#real.typeText(text, signal);
  setClipboard = (text: string): void => this.#real.setClipboard(text);
  readClipboard = (): Promise<string | null> => this.#real.readClipboard();

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#real[Symbol.dispose]();
  }

  async #compare(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      const { width, height } = this;
      const { pixels } = await this.#real.grab({ x: 0, y: 0, w: width, h: height });
      for (let y = 0; y < height; y += TILE)
        for (let x = 0; x < width; x += TILE) {
          const area = { x, y, w: Math.min(TILE, width - x), h: Math.min(TILE, height - y) };
          const hash = hashOfTile(pixels, width, area);
          const key = `${x} ${y}`;
          if (this.#hashes.get(key) === hash) continue;
          this.#hashes.set(key, hash);
          for (const listener of this.#listeners) listener(area);
        }
    } finally {
      this.#isBusy = false;
    }
  }
}

function hashOfTile(pixels: Uint8Array, width: number, { x, y, w, h }: Rectangle): string {
  const hash = createHash('md5');
  for (let row = y; row < y + h; row += 1)
    hash.update(pixels.subarray((row * width + x) * 4, (row * width + x + w) * 4));
  return hash.digest('base64');
}
