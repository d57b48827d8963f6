import { encodeDesktopFrame, type DesktopOp } from '@vigil/shared/contract/remote-desktop/frames';
import type { Clock } from '../clock.ts';
import type { Desktop } from '../host/desktop/desktop.ts';
import { ByteWindow } from './byte-window.ts';
import { DirtyTiles } from './dirty-tiles.ts';
import { encodeArea } from './encode-area.ts';

export interface ScreenSenderOptions {
  readonly desktop: Desktop;
  readonly clock: Clock;
  /** Encrypts and sends. */
  readonly send: (frame: Uint8Array) => void;
  readonly onFailed: (cause: unknown) => void;
}

/** 60 a second; what is drawn meanwhile is one frame. */
const FRAME_INTERVAL_MS = 16;
const QUALITY = { wide: 80, narrow: 45 } as const;

/** Sends what was drawn, as fast as the viewer shows it. */
export class ScreenSender implements Disposable {
  readonly #options: ScreenSenderOptions;
  readonly #dirty: DirtyTiles;
  readonly #window = new ByteWindow();
  #seq = 0;
  #timer: Disposable | null = null;
  #isBusy = false;
  #hasEnded = false;

  constructor(options: ScreenSenderOptions) {
    this.#options = options;
    const { desktop } = options;
    this.#dirty = new DirtyTiles(desktop);
    this.#dirty.markAll();
    desktop.onDamage((drawn) => {
      this.#dirty.mark(drawn);
      this.#schedule();
    });
    this.#transmit([{ op: 'size', x: 0, y: 0, w: desktop.width, h: desktop.height, data: new Uint8Array() }]);
    this.#schedule();
  }

  acknowledge(seq: number): void {
    this.#window.acknowledged(seq, this.#options.clock.steady());
    this.#schedule();
  }

  [Symbol.dispose](): void {
    this.#hasEnded = true;
    this.#timer?.[Symbol.dispose]();
  }

  #schedule(): void {
    if (this.#hasEnded || this.#isBusy || this.#timer !== null || this.#dirty.isEmpty || !this.#window.isOpen) return;
    this.#timer = this.#options.clock.after(FRAME_INTERVAL_MS, () => {
      this.#timer = null;
      this.#isBusy = true;
      this.#sendDirty()
        .catch(this.#options.onFailed)
        .finally(() => {
          this.#isBusy = false;
          this.#schedule();
        });
    });
  }

  async #sendDirty(): Promise<void> {
    while (this.#window.isOpen && !this.#hasEnded) {
      const area = this.#dirty.take();
      if (area === null) return;
      const image = await this.#options.desktop.grab(area);
      const op = await encodeArea(area, image, this.#window.isNarrow ? QUALITY.narrow : QUALITY.wide);
      if (!this.#hasEnded) this.#transmit([op]);
    }
  }

  #transmit(ops: readonly DesktopOp[]): void {
    const { clock, send } = this.#options;
    this.#seq += 1;
    const frame = encodeDesktopFrame({ epoch: 0, seq: this.#seq, sentAt: clock.now(), ops });
    this.#window.sent(this.#seq, frame.length, clock.steady());
    send(frame);
  }
}
