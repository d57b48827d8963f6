import type { CursorImage, Desktop, Monitor, Rectangle } from '../host/desktop/desktop.ts';

const OPAQUE = 255;

/** A screen that is drawn on by tests and writes down what is done to it. */
export class FakeDesktop implements Desktop {
  readonly width: number;
  readonly height: number;
  readonly done: string[] = [];
  /** Red, green, blue and 255 of each pixel. */
  readonly pixels: Uint8Array;
  isDisposed = false;
  clipboard: string | null = null;
  /** To be called when a test takes the screen away. */
  readonly lost: (() => void)[] = [];
  readonly #listeners = new Set<(drawn: Rectangle) => void>();
  /** Told to each viewer. */
  monitors: readonly Monitor[] = [];
  readonly #localListeners = new Set<() => void>();
  readonly #cursorListeners = new Set<(cursor: CursorImage) => void>();

  constructor({ width = 200, height = 100 } = {}) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 4);
    this.draw([10, 20, 30]);
  }

  /** Fills an area, without one the screen. */
  draw(colour: readonly number[], area: Rectangle = { x: 0, y: 0, w: this.width, h: this.height }): void {
    for (let y = area.y; y < area.y + area.h; y += 1)
      for (let x = area.x; x < area.x + area.w; x += 1) this.pixels.set([...colour, OPAQUE], (y * this.width + x) * 4);
    this.#tellDrawn(area);
  }

  /** Moves the content of an area up, or down with less than 0; the rows that become free keep what they show. */
  scroll({ x, y, w, h }: Rectangle, rows: number): void {
    const before = this.pixels.slice();
    for (let row = 0; row < h; row += 1) {
      const from = row + rows;
      if (from < 0 || from >= h) continue;
      const start = ((y + from) * this.width + x) * 4;
      this.pixels.set(before.subarray(start, start + w * 4), ((y + row) * this.width + x) * 4);
    }
    this.#tellDrawn({ x, y, w, h });
  }

  onDamage(listener: (drawn: Rectangle) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  onResized(): Disposable {
    return { [Symbol.dispose]: () => undefined };
  }

  onCursor(listener: (cursor: CursorImage) => void): Disposable {
    this.#cursorListeners.add(listener);
    return { [Symbol.dispose]: () => void this.#cursorListeners.delete(listener) };
  }

  changeCursor(cursor: CursorImage): void {
    for (const listener of this.#cursorListeners) listener(cursor);
  }

  onMonitors(listener: (monitors: readonly Monitor[]) => void): Disposable {
    listener(this.monitors);
    return { [Symbol.dispose]: () => undefined };
  }

  onLocalInput(listener: () => void): Disposable {
    this.#localListeners.add(listener);
    return { [Symbol.dispose]: () => void this.#localListeners.delete(listener) };
  }

  /** What is called gives the input back. */
  lockInput(): Promise<Disposable> {
    this.done.push('locked');
    return Promise.resolve({ [Symbol.dispose]: () => void this.done.push('unlocked') });
  }

  /** Somebody uses the device itself. */
  useLocally(): void {
    for (const listener of this.#localListeners) listener();
  }

  onLost(listener: () => void): void {
    this.lost.push(listener);
  }

  grab({ x, y, w, h }: Rectangle) {
    const pixels = new Uint8Array(w * h * 4);
    for (let row = 0; row < h; row += 1) {
      const from = ((y + row) * this.width + x) * 4;
      pixels.set(this.pixels.subarray(from, from + w * 4), row * w * 4);
    }
    return Promise.resolve({ width: w, height: h, channels: 4 as const, pixels });
  }

  movePointer(x: number, y: number): void {
    this.done.push(`to ${x} ${y}`);
  }

  readPointer(): Promise<{ x: number; y: number }> {
    return Promise.resolve(this.pointer);
  }

  pressButton(button: number, down: boolean): void {
    this.done.push(`button ${button} ${down ? 'down' : 'up'}`);
  }

  turnWheel(dx: number, dy: number): void {
    this.done.push(`wheel ${dx} ${dy}`);
  }

  pressKey(code: string, down: boolean, sign?: string): boolean {
    this.done.push(`${code} ${down ? 'down' : 'up'}${sign === undefined ? '' : ` as ${sign}`}`);
    return true;
  }

  pointer = { x: 0, y: 0 };

  /** Until it resolves a text is under way. */
  typing: Promise<void> = Promise.resolve();

  typeText(text: string): Promise<void> {
    this.done.push(`text ${text}`);
    return this.typing;
  }

  setClipboard(text: string): void {
    this.clipboard = text;
  }

  readClipboard(): Promise<string | null> {
    return Promise.resolve(this.clipboard);
  }

  [Symbol.dispose](): void {
    this.isDisposed = true;
  }

  #tellDrawn(area: Rectangle): void {
    for (const listener of this.#listeners) listener(area);
  }
}
