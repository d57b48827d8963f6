import type { Clock } from '../../clock.ts';
import { findChangedTiles, type Pixels } from './changed-tiles.ts';
import type { Monitor, Rectangle, ScreenImage } from './desktop.ts';
import { intersect } from './intersect.ts';
import { placeMonitors, sizeOfScreen, toSystemPoint, type PlacedMonitor } from './native-layout.ts';
import type { CaptureLibrary, NativeMonitor } from './native-libraries.ts';

/** While something changes, or input was given. */
const BUSY_MS = 33;
/** After so long without a change. */
const REST_MS = 1_000;
const IDLE_MS = 100;
/** Monitors are looked for again. */
const MONITORS_MS = 1_000;
/** A screen that cannot be read for so long is locked or gone. */
const LOST_MS = 2_000;
const PIXEL_BYTES = 4;
const OPAQUE = 0xff00_0000;

interface Picture {
  readonly placed: readonly PlacedMonitor[];
  /** Of the monitors, in the same order. */
  readonly frames: readonly Pixels[];
}

/** The screen of a system that tells no changes: it is read again and again, and compared with what it was. */
export class NativeScreen implements Disposable {
  readonly #library: CaptureLibrary;
  readonly #clock: Clock;
  readonly #damaged = new Set<(drawn: Rectangle) => void>();
  readonly #arranged = new Set<() => void>();
  readonly #lost = new Set<() => void>();
  #monitors: readonly NativeMonitor[] = [];
  #monitorsAt = Number.NEGATIVE_INFINITY;
  #picture: Picture;
  #changedAt: number;
  #readAt: number;
  #timer: Disposable | null = null;
  #isDisposed = false;

  /** @throws Error where no screen can be read */
  static async open(library: CaptureLibrary, clock: Clock): Promise<NativeScreen> {
    const screen = new NativeScreen(library, clock);
    screen.#picture = await screen.#take();
    screen.#schedule();
    return screen;
  }

  private constructor(library: CaptureLibrary, clock: Clock) {
    this.#library = library;
    this.#clock = clock;
    this.#picture = { placed: [], frames: [] };
    this.#changedAt = this.#readAt = clock.steady();
  }

  get size(): { width: number; height: number } {
    return sizeOfScreen(this.#picture.placed);
  }

  get monitors(): readonly Monitor[] {
    return this.#picture.placed.map(({ monitor }) => monitor);
  }

  /** The width of the main monitor in the units of the system. */
  get mainWidth(): number {
    const { placed } = this.#picture;
    return (placed.find(({ monitor }) => monitor.isPrimary) ?? placed[0])?.system.w ?? 1;
  }

  toSystem(x: number, y: number): { x: number; y: number } {
    return toSystemPoint(this.#picture.placed, x, y);
  }

  onDamage(listener: (drawn: Rectangle) => void): Disposable {
    return subscribe(this.#damaged, (drawn: Rectangle) => listener(drawn));
  }

  /** Size or monitors have changed. */
  onArranged(listener: () => void): Disposable {
    return subscribe(this.#arranged, () => listener());
  }

  onLost(listener: () => void): void {
    this.#lost.add(listener);
  }

  /** Input was given, and its effect is expected. */
  expectChange(): void {
    this.#changedAt = this.#clock.steady();
  }

  /** A part of the last picture; what no monitor shows is black. */
  grab(area: Rectangle): ScreenImage {
    const words = new Uint32Array(area.w * area.h);
    const pixels = new Uint8Array(words.buffer);
    for (const [index, { monitor }] of this.#picture.placed.entries()) {
      const frame = this.#picture.frames[index];
      const part = intersect(area, monitor);
      if (frame === undefined || part === null) continue;
      for (let row = 0; row < part.h; row += 1) {
        const from = ((part.y - monitor.y + row) * frame.width + part.x - monitor.x) * PIXEL_BYTES;
        const to = ((part.y - area.y + row) * area.w + part.x - area.x) * PIXEL_BYTES;
        pixels.set(frame.pixels.subarray(from, from + part.w * PIXEL_BYTES), to);
      }
    }
    // The systems leave the opacity to chance.
    for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) | OPAQUE;
    return { width: area.w, height: area.h, channels: 4, pixels };
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#timer?.[Symbol.dispose]();
  }

  #schedule(): void {
    if (this.#isDisposed) return;
    const isBusy = this.#clock.steady() - this.#changedAt < REST_MS;
    this.#timer = this.#clock.after(isBusy ? BUSY_MS : IDLE_MS, () => void this.#read());
  }

  async #read(): Promise<void> {
    try {
      const picture = await this.#take();
      this.#readAt = this.#clock.steady();
      if (!this.#isDisposed) this.#show(picture);
    } catch {
      // Monitors may have gone.
      this.#monitorsAt = Number.NEGATIVE_INFINITY;
      if (this.#clock.steady() - this.#readAt >= LOST_MS) return this.#end();
    }
    this.#schedule();
  }

  #end(): void {
    if (this.#isDisposed) return;
    this[Symbol.dispose]();
    for (const listener of this.#lost) listener();
  }

  #show(picture: Picture): void {
    const before = this.#picture;
    this.#picture = picture;
    if (JSON.stringify(before.placed) !== JSON.stringify(picture.placed)) {
      this.expectChange();
      for (const listener of this.#arranged) listener();
      return;
    }
    for (const [index, { monitor }] of picture.placed.entries()) {
      const [old, now] = [before.frames[index], picture.frames[index]];
      if (old === undefined || now === undefined) continue;
      for (const { x, y, w, h } of findChangedTiles(old, now)) {
        this.expectChange();
        for (const listener of this.#damaged) listener({ x: monitor.x + x, y: monitor.y + y, w, h });
      }
    }
  }

  async #take(): Promise<Picture> {
    const monitors = this.#currentMonitors();
    if (monitors.length === 0) throw new Error('no monitor');
    const frames = await Promise.all(monitors.map(readFrame));
    const measured = monitors.map((monitor, index) => ({
      name: monitor.name(),
      isPrimary: monitor.isPrimary(),
      x: monitor.x(),
      y: monitor.y(),
      w: monitor.width(),
      h: monitor.height(),
      pixelWidth: frames[index]?.width ?? 0,
      pixelHeight: frames[index]?.height ?? 0,
    }));
    return { placed: placeMonitors(measured), frames };
  }

  #currentMonitors(): readonly NativeMonitor[] {
    const now = this.#clock.steady();
    if (now - this.#monitorsAt >= MONITORS_MS) [this.#monitors, this.#monitorsAt] = [this.#library.Monitor.all(), now];
    return this.#monitors;
  }
}

/** Rows may be longer than the picture is wide; red comes first. */
async function readFrame(monitor: NativeMonitor): Promise<Pixels> {
  const image = await monitor.captureImage();
  const { width, height } = image;
  const pixels = await image.toRaw();
  const rowBytes = width * PIXEL_BYTES;
  const stride = Math.floor(pixels.length / height);
  if (stride < rowBytes) throw new Error('a picture of the screen is too short');
  if (stride === rowBytes) return { width, height, pixels };
  const packed = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row += 1)
    packed.set(pixels.subarray(row * stride, row * stride + rowBytes), row * rowBytes);
  return { width, height, pixels: packed };
}

function subscribe<T>(listeners: Set<T>, listener: T): Disposable {
  listeners.add(listener);
  return { [Symbol.dispose]: () => void listeners.delete(listener) };
}
