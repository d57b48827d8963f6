import { encodeDesktopFrame, type DesktopOp } from '@vigil/shared/contract/remote-desktop/frames';
import type { Clock } from '../clock.ts';
import type { CursorImage, Desktop, Rectangle } from '../host/desktop/desktop.ts';
import { ByteWindow } from './byte-window.ts';
import { DirtyTiles } from './dirty-tiles.ts';
import { encodeArea, encodeCursor } from './encode-area.ts';

export interface ScreenSenderOptions {
  readonly desktop: Desktop;
  readonly clock: Clock;
  readonly epoch: () => number;
  /** Encrypts and sends. */
  readonly send: (frame: Uint8Array) => void;
  readonly onFailed: (cause: unknown) => void;
}

/** 60 a second; what is drawn meanwhile is one frame. */
const FRAME_INTERVAL_MS = 16;
const QUALITY = { sharp: 92, wide: 80, narrow: 45 } as const;
/** After so long without a change, what was sent with loss is sent sharp. */
const REST_MS = 300;

/** Sends what was drawn, as fast as the viewer shows it. */
export class ScreenSender implements Disposable {
  readonly #options: ScreenSenderOptions;
  readonly #window = new ByteWindow();
  readonly #stack = new DisposableStack();
  #dirty: DirtyTiles;
  /** What the viewer has seen with loss only. */
  #blurred: DirtyTiles;
  #seq = 0;
  #timer: Disposable | null = null;
  #rest: Disposable | null = null;
  #isBusy = false;

  constructor(options: ScreenSenderOptions) {
    this.#options = options;
    const { desktop, onFailed } = options;
    [this.#dirty, this.#blurred] = [new DirtyTiles(desktop), new DirtyTiles(desktop)];
    const onDamage = (drawn: Rectangle) => {
      this.#dirty.mark(drawn);
      this.#schedule();
    };
    const onCursor = (cursor: CursorImage) => void this.#sendCursor(cursor).catch(onFailed);
    this.#sendWholeScreen();
    this.#stack.use(desktop.onDamage(onDamage));
    this.#stack.use(desktop.onResized(() => this.#sendWholeScreen()));
    this.#stack.use(desktop.onCursor(onCursor));
  }

  acknowledge(seq: number): void {
    this.#window.acknowledged(seq, this.#options.clock.steady());
    this.#schedule();
  }

  [Symbol.dispose](): void {
    this.#stack.dispose();
    this.#timer?.[Symbol.dispose]();
    this.#rest?.[Symbol.dispose]();
  }

  #sendWholeScreen(): void {
    const { desktop } = this.#options;
    [this.#dirty, this.#blurred] = [new DirtyTiles(desktop), new DirtyTiles(desktop)];
    this.#dirty.markAll();
    this.#transmit({ op: 'size', x: 0, y: 0, w: desktop.width, h: desktop.height, data: new Uint8Array() });
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#dirty.isEmpty) this.#stopRest();
    if (this.#stack.disposed || this.#isBusy || this.#timer !== null) return;
    if (this.#dirty.isEmpty || !this.#window.isOpen) return;
    this.#timer = this.#options.clock.after(FRAME_INTERVAL_MS, () => {
      this.#timer = null;
      this.#run(() => this.#sendDirty());
    });
  }

  #run(send: () => Promise<void>): void {
    this.#isBusy = true;
    send()
      .catch(this.#options.onFailed)
      .finally(() => {
        this.#isBusy = false;
        this.#schedule();
        if (this.#dirty.isEmpty && !this.#blurred.isEmpty && !this.#stack.disposed) this.#startRest();
      });
  }

  async #sendDirty(): Promise<void> {
    while (this.#window.isOpen && !this.#stack.disposed) {
      const area = this.#dirty.take();
      if (area === null) return;
      const op = await this.#picture(area, this.#window.isNarrow ? QUALITY.narrow : QUALITY.wide);
      if (op?.op === 'jpeg') this.#blurred.mark(area);
    }
  }

  /** Piece by piece, so that what is drawn meanwhile comes first. */
  async #sendBlurred(): Promise<void> {
    while (this.#dirty.isEmpty && this.#window.isOpen && !this.#stack.disposed) {
      const area = this.#blurred.take();
      if (area === null) return;
      await this.#picture(area, QUALITY.sharp);
    }
  }

  /** @returns what was sent; null where the screen was meanwhile resized or the viewer is gone */
  async #picture(area: Rectangle, quality: number): Promise<DesktopOp | null> {
    const { desktop } = this.#options;
    const { width, height } = desktop;
    const isResized = () => desktop.width !== width || desktop.height !== height;
    const image = await desktop.grab(area).catch((cause: unknown) => {
      if (isResized()) return null;
      throw cause;
    });
    if (image === null) return null;
    const op = await encodeArea(area, image, quality);
    if (isResized() || this.#stack.disposed) return null;
    this.#transmit(op);
    return op;
  }

  #startRest(): void {
    this.#stopRest();
    this.#rest = this.#options.clock.after(REST_MS, () => {
      this.#rest = null;
      if (!this.#isBusy) this.#run(() => this.#sendBlurred());
    });
  }

  #stopRest(): void {
    this.#rest?.[Symbol.dispose]();
    this.#rest = null;
  }

  async #sendCursor(cursor: CursorImage): Promise<void> {
    const op = await encodeCursor(cursor);
    if (!this.#stack.disposed) this.#transmit(op);
  }

  #transmit(op: DesktopOp): void {
    const { clock, send, epoch } = this.#options;
    this.#seq += 1;
    const frame = encodeDesktopFrame({ epoch: epoch(), seq: this.#seq, sentAt: clock.now(), ops: [op] });
    this.#window.sent(this.#seq, frame.length, clock.steady());
    send(frame);
  }
}
