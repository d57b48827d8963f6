import { every, systemClock } from '@vigil/agent/clock';
import type { Desktop, Rectangle } from '@vigil/agent/desktop';
import { loadSharp } from '@vigil/agent/encode';
import { pixelTextSvg } from '@vigil/agent/pixel-font';

const SIZE = { width: 960, height: 540 };
const STEP_MS = 200;
const MAX_TEXT = 60;

/** A picture that moves and takes input, and says that it is simulated. */
export class SimulatedDesktop implements Desktop {
  readonly width = SIZE.width;
  readonly height = SIZE.height;
  readonly #name: string;
  readonly #moving: Disposable;
  readonly #listeners = new Set<(drawn: Rectangle) => void>();
  #clipboard: string | null = null;
  #step = 0;
  #pointer = { x: SIZE.width / 2, y: SIZE.height / 2 };
  #isPressed = false;
  #text = '';

  constructor(name: string) {
    this.#name = name;
    this.#moving = every(systemClock, STEP_MS, () => {
      this.#step += 1;
      this.#draw();
    });
  }

  onDamage(listener: (drawn: Rectangle) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  onResized(): Disposable {
    return { [Symbol.dispose]: () => undefined };
  }

  /** The pointer is in the picture. */
  onCursor(): Disposable {
    return { [Symbol.dispose]: () => undefined };
  }

  /** It has one. */
  onMonitors(): Disposable {
    return { [Symbol.dispose]: () => undefined };
  }

  /** Nobody sits at it. */
  onLocalInput(): Disposable {
    return { [Symbol.dispose]: () => undefined };
  }

  onLost(): void {
    // It is gone with its device only.
  }

  async grab({ x, y, w, h }: Rectangle) {
    const sharp = await loadSharp();
    const area = sharp(Buffer.from(this.#svg())).extract({ left: x, top: y, width: w, height: h });
    const pixels = await area.flatten({ background: '#000' }).ensureAlpha().raw().toBuffer();
    return { width: w, height: h, channels: 4 as const, pixels };
  }

  movePointer(x: number, y: number): void {
    this.#pointer = { x, y };
    this.#draw();
  }

  pressButton(_button: number, down: boolean): void {
    this.#isPressed = down;
    this.#draw();
  }

  turnWheel(dx: number, dy: number): void {
    this.#step += dx + dy;
    this.#draw();
  }

  pressKey(code: string, down: boolean): boolean {
    if (down) this.#write(code === 'Backspace' ? this.#text.slice(0, -1) : `${this.#text}${signOf(code)}`);
    return true;
  }

  typeText(text: string): Promise<void> {
    this.#write(`${this.#text}${text}`);
    return Promise.resolve();
  }

  setClipboard(text: string): void {
    this.#clipboard = text;
  }

  readClipboard(): Promise<string | null> {
    return Promise.resolve(this.#clipboard);
  }

  [Symbol.dispose](): void {
    this.#moving[Symbol.dispose]();
  }

  #write(text: string): void {
    this.#text = text.slice(-MAX_TEXT);
    this.#draw();
  }

  #draw(): void {
    for (const listener of this.#listeners) listener({ x: 0, y: 0, w: SIZE.width, h: SIZE.height });
  }

  #svg(): string {
    const { x, y } = this.#pointer;
    const left = Math.abs(((this.#step * 12) % 1_600) - 800);
    const line = (text: string, top: number, scale: number, fill: string) =>
      pixelTextSvg(text, { x: 40, y: top, scale, fill });
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" shape-rendering="crispEdges">`,
      '<rect width="100%" height="100%" fill="#10233d"/>',
      `<rect x="${40 + left}" y="380" width="80" height="80" fill="#38bdf8"/>`,
      line('SIMULATED', 40, 8, '#fbbf24'),
      line(this.#name, 140, 4, '#e2e8f0'),
      line(`> ${this.#text}_`, 220, 2, '#86efac'),
      `<circle cx="${x}" cy="${y}" r="8" fill="${this.#isPressed ? '#ef4444' : '#f8fafc'}"/>`,
      '</svg>',
    ].join('');
  }
}

/** The letter, digit or space of a key; nothing for others. */
const signOf = (code: string): string =>
  code === 'Space' ? ' ' : (/^(?:Key|Digit)(?<sign>.)$/u.exec(code)?.groups?.['sign'] ?? '').toLowerCase();
