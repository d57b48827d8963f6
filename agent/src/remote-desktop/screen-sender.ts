import { encodeDesktopFrame, type DesktopOp } from '@vigil/shared/contract/remote-desktop/frames';
import type { PictureQuality } from '@vigil/shared/contract/remote-desktop/picture-qualities';
import type { Clock } from '../clock.ts';
import type { CursorImage, Rectangle, ScreenImage } from '../host/desktop/desktop.ts';
import { ByteWindow } from './byte-window.ts';
import { DirtyTiles } from './dirty-tiles.ts';
import { encodeCopy, encodeCursor, encodePart } from './encode-area.ts';
import type { ViewedScreen } from './monitor-view.ts';
import { SentScreen, type ScreenCopy } from './sent-screen.ts';

export interface ScreenSenderOptions {
  readonly desktop: ViewedScreen;
  readonly clock: Clock;
  readonly epoch: () => number;
  /** Encrypts and sends. */
  readonly send: (frame: Uint8Array) => void;
  readonly onFailed: (cause: unknown) => void;
  /** What was given to `send` and has not left this process. */
  readonly unsentBytes: () => number;
}

/** 60 a second; what is drawn meanwhile is one frame. */
const FRAME_INTERVAL_MS = 16;
/** Of JPEGs, 1–100: on a wide and on a narrow way while the screen changes, and once it rests. */
const QUALITIES: { readonly [Q in PictureQuality]: { wide: number; narrow: number; rest: number } } = {
  auto: { wide: 80, narrow: 45, rest: 92 },
  sharp: { wide: 92, narrow: 80, rest: 95 },
  light: { wide: 45, narrow: 30, rest: 80 },
};
/** Tiles of one picture: a whole screen goes out in pieces, between which input and acknowledgements pass. */
const PIECES = { wide: { rows: 4, columns: 64 }, narrow: { rows: 2, columns: 4 } } as const;
/** Pictures that are sent together appear together. */
const FRAME_BYTES = 12_288;
/** A viewer that acknowledges what it has not read gets no more than this. */
const MAX_UNSENT_BYTES = 2_097_152;
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
  #sent: SentScreen;
  #mayCopy = false;
  #quality = QUALITIES.auto;
  #seq = 0;
  #lastSentAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | null = null;
  #rest: Disposable | null = null;
  #isBusy = false;
  /**
   * The newest picture of the pointer, where the viewer has not got it: of an animated one those between are left out.
   */
  #cursor: CursorImage | null = null;

  constructor(options: ScreenSenderOptions) {
    this.#options = options;
    const { desktop } = options;
    [this.#dirty, this.#blurred, this.#sent] = emptyMaps(desktop);
    const onDamage = (drawn: Rectangle) => {
      this.#dirty.mark(drawn);
      this.#schedule();
    };
    const onCursor = (cursor: CursorImage) => {
      this.#cursor = cursor;
      this.#schedule();
    };
    this.#sendWholeScreen();
    this.#stack.use(desktop.onDamage(onDamage));
    this.#stack.use(desktop.onResized(() => this.#sendWholeScreen()));
    this.#stack.use(desktop.onCursor(onCursor));
  }

  acknowledge(seq: number): void {
    this.#window.acknowledged(seq, this.#options.clock.steady());
    this.#schedule();
  }

  /** The viewer knows copies. */
  allowCopies(): void {
    this.#mayCopy = true;
  }

  /** Of what is sent from now on; the viewer has chosen it (RELAY-18). */
  chooseQuality(quality: PictureQuality): void {
    this.#quality = QUALITIES[quality];
  }

  [Symbol.dispose](): void {
    this.#stack.dispose();
    this.#timer?.[Symbol.dispose]();
    this.#rest?.[Symbol.dispose]();
  }

  #sendWholeScreen(): void {
    const { desktop } = this.#options;
    [this.#dirty, this.#blurred, this.#sent] = emptyMaps(desktop);
    this.#dirty.markAll();
    this.#transmit([{ op: 'size', x: 0, y: 0, w: desktop.width, h: desktop.height, data: new Uint8Array() }]);
    this.#schedule();
  }

  get #mayMore(): boolean {
    return this.#window.isOpen && this.#options.unsentBytes() < MAX_UNSENT_BYTES;
  }

  /** Whether something has changed that the viewer has not got. */
  get #isWaiting(): boolean {
    return !this.#dirty.isEmpty || this.#cursor !== null;
  }

  #schedule(): void {
    if (!this.#dirty.isEmpty) this.#stopRest();
    if (this.#stack.disposed || this.#isBusy || this.#timer !== null) return;
    if (!this.#isWaiting || !this.#mayMore) return;
    const { clock } = this.#options;
    // The first change after a pause is not kept waiting.
    const waitMs = Math.max(0, this.#lastSentAt + FRAME_INTERVAL_MS - clock.steady());
    this.#timer = clock.after(waitMs, () => {
      this.#timer = null;
      this.#lastSentAt = clock.steady();
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
    while (this.#mayMore && !this.#stack.disposed) {
      await this.#sendCursor();
      const area = this.#dirty.take();
      if (area === null) return;
      const [sent, image] = [this.#sent, await this.#grab(area)];
      if (image !== null) await this.#sendChanges(area, image, sent);
    }
  }

  /** What the viewer can copy, then the rest of the differences; those that the window does not admit stay dirty. */
  async #sendChanges(area: Rectangle, image: ScreenImage, sent: SentScreen): Promise<void> {
    const isNarrow = this.#window.isNarrow;
    let ops: DesktopOp[] = this.#mayCopy ? sent.copy(area, image).map((copy) => this.#copyOp(copy)) : [];
    for (const change of sent.changes(area, image, isNarrow ? PIECES.narrow : PIECES.wide)) {
      if (!this.#mayMore) {
        this.#dirty.mark(change);
        continue;
      }
      ops.push(
        await encodePart(image, area, { part: change, quality: isNarrow ? this.#quality.narrow : this.#quality.wide }),
      );
      if (this.#sent !== sent || this.#stack.disposed) return;
      sent.put(area, image, change);
      if (ops.at(-1)?.op === 'jpeg') this.#blurred.mark(change);
      if (bytesOf(ops) < FRAME_BYTES) continue;
      this.#transmit(ops);
      ops = [];
    }
    if (ops.length > 0) this.#transmit(ops);
  }

  #copyOp(copy: ScreenCopy): DesktopOp {
    const { to, fromY } = copy;
    if (this.#blurred.touches({ ...to, y: fromY })) this.#blurred.mark(to);
    return encodeCopy(copy);
  }

  /** Piece by piece, so that what is drawn meanwhile comes first. */
  async #sendBlurred(): Promise<void> {
    while (!this.#isWaiting && this.#mayMore && !this.#stack.disposed) {
      // On a slow link a large piece would hold up the beats of both ends behind it.
      const area = this.#blurred.take(this.#window.isNarrow ? PIECES.narrow : PIECES.wide);
      if (area === null) return;
      const [sent, image] = [this.#sent, await this.#grab(area)];
      if (image === null) return;
      const op = await encodePart(image, area, { part: area, quality: this.#quality.rest });
      if (this.#sent !== sent || this.#stack.disposed) return;
      sent.put(area, image, area);
      this.#transmit([op]);
    }
  }

  /** @returns null where the screen was meanwhile resized or the viewer is gone */
  async #grab(area: Rectangle): Promise<ScreenImage | null> {
    const sent = this.#sent;
    const image = await this.#options.desktop.grab(area).catch((cause: unknown) => {
      if (this.#sent !== sent) return null;
      throw cause;
    });
    return this.#sent === sent && !this.#stack.disposed ? image : null;
  }

  /** A pointer that changes meanwhile does not begin it anew. */
  #startRest(): void {
    this.#rest ??= this.#options.clock.after(REST_MS, () => {
      this.#rest = null;
      if (!this.#isBusy) this.#run(() => this.#sendBlurred());
    });
  }

  #stopRest(): void {
    this.#rest?.[Symbol.dispose]();
    this.#rest = null;
  }

  async #sendCursor(): Promise<void> {
    const cursor = this.#cursor;
    this.#cursor = null;
    if (cursor === null) return;
    const op = await encodeCursor(cursor);
    if (!this.#stack.disposed) this.#transmit([op]);
  }

  #transmit(ops: readonly DesktopOp[]): void {
    const { clock, send, epoch } = this.#options;
    this.#seq += 1;
    const frame = encodeDesktopFrame({ epoch: epoch(), seq: this.#seq, sentAt: clock.now(), ops });
    this.#window.sent(this.#seq, frame.length, clock.steady());
    send(frame);
  }
}

const emptyMaps = (desktop: ViewedScreen) =>
  [new DirtyTiles(desktop), new DirtyTiles(desktop), new SentScreen(desktop)] as const;

const bytesOf = (ops: readonly DesktopOp[]): number => ops.reduce((sum, { data }) => sum + data.length, 0);
