import type { Desktop, Rectangle } from '../host/desktop/desktop.ts';

/** A screen of one colour that writes down what is done to it. */
export class FakeDesktop implements Desktop {
  readonly width = 200;
  readonly height = 100;
  readonly done: string[] = [];
  colour = [10, 20, 30];
  isDisposed = false;
  clipboard: string | null = null;
  /** To be called when a test takes the screen away. */
  readonly lost: (() => void)[] = [];
  readonly #listeners = new Set<(drawn: Rectangle) => void>();
  readonly #localListeners = new Set<() => void>();

  /** Fills the screen. */
  draw(colour: number[]): void {
    this.colour = colour;
    for (const listener of this.#listeners) listener({ x: 0, y: 0, w: this.width, h: this.height });
  }

  onDamage(listener: (drawn: Rectangle) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  onResized(): Disposable {
    return { [Symbol.dispose]: () => undefined };
  }

  onCursor(): Disposable {
    return { [Symbol.dispose]: () => undefined };
  }

  onLocalInput(listener: () => void): Disposable {
    this.#localListeners.add(listener);
    return { [Symbol.dispose]: () => void this.#localListeners.delete(listener) };
  }

  /** Somebody uses the device itself. */
  useLocally(): void {
    for (const listener of this.#localListeners) listener();
  }

  onLost(listener: () => void): void {
    this.lost.push(listener);
  }

  grab({ w, h }: Rectangle) {
    const pixels = Uint8Array.from({ length: w * h * 3 }, (_, at) => this.colour[at % 3] ?? 0);
    return Promise.resolve({ width: w, height: h, channels: 3 as const, pixels });
  }

  movePointer(x: number, y: number): void {
    this.done.push(`to ${x} ${y}`);
  }

  pressButton(button: number, down: boolean): void {
    this.done.push(`button ${button} ${down ? 'down' : 'up'}`);
  }

  turnWheel(dx: number, dy: number): void {
    this.done.push(`wheel ${dx} ${dy}`);
  }

  pressKey(code: string, down: boolean): void {
    this.done.push(`${code} ${down ? 'down' : 'up'}`);
  }

  typeText(text: string): Promise<void> {
    this.done.push(`text ${text}`);
    return Promise.resolve();
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
}
