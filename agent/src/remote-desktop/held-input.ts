import type { ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';
import type { Desktop } from '../host/desktop/desktop.ts';
import { shortReasonOf, type Log } from '../log.ts';

/** What is done to the desktop; `copy` asks it for something. */
export type InputMessage = Exclude<Extract<ViewerMessage, { epoch: number }>, { t: 'copy' }>;

type Press = Extract<InputMessage, { t: 'key' | 'button' }>;

/** Signs that wait to be typed: four of the longest texts. More than that nobody waits for, and memory has an end. */
const MAX_WAITING_SIGNS = 4_000;

/**
 * Gives the input of a viewer to a desktop, and remembers what is pressed: nothing stays pressed when it goes
 * (RELAY-8).
 */
export class HeldInput implements Disposable {
  readonly #desktop: Desktop;
  readonly #log: Log;
  /** Texts one after the other, and what is pressed behind them. */
  #queued: Promise<void> = Promise.resolve();
  #waitingSigns = 0;
  /** Of all texts that are typed or wait for it. */
  #typing = new AbortController();
  #isDisposed = false;
  readonly #keys = new Set<string>();
  readonly #buttons = new Set<number>();

  constructor(desktop: Desktop, log: Log) {
    this.#desktop = desktop;
    this.#log = log;
  }

  apply(message: InputMessage): void {
    if (this.#isDisposed) return;
    const desktop = this.#desktop;
    switch (message.t) {
      case 'pointer':
        return desktop.movePointer(Math.min(message.x, desktop.width - 1), Math.min(message.y, desktop.height - 1));
      case 'key':
      case 'button':
        return this.#pressInTurn(message);
      case 'wheel':
        return desktop.turnWheel(message.dx, message.dy);
      case 'text':
        return this.#type(message.text);
      case 'paste':
        return desktop.setClipboard(message.text);
      case 'release':
        return this.release();
    }
  }

  /** The viewer has lost the focus, or its network stands still, and not the control: what it wants typed is typed. */
  release(): void {
    this.#release();
    if (this.#waitingSigns > 0) this.#queue(1, () => this.#release());
  }

  /** The viewer gives no input any more, or not now: nothing stays pressed, and the rest of its texts is not typed. */
  stop(): void {
    this.#typing.abort();
    this.#typing = new AbortController();
    this.#release();
  }

  [Symbol.dispose](): void {
    this.stop();
    this.#isDisposed = true;
  }

  #type(text: string): void {
    if (this.#waitingSigns + text.length > MAX_WAITING_SIGNS) {
      return this.#log.info('text not typed', { reason: `more than ${MAX_WAITING_SIGNS} signs wait` });
    }
    this.#queue(text.length, (signal) => this.#desktop.typeText(text, signal));
  }

  /** What follows a text, such as Enter, does not come before it. */
  #pressInTurn(message: Press): void {
    if (this.#waitingSigns === 0) return this.#press(message);
    // A release must not be lost, and a press alone would stay pressed.
    if (this.#waitingSigns >= MAX_WAITING_SIGNS) return this.stop();
    this.#queue(1, () => this.#press(message));
  }

  #press(message: Press): void {
    const { down } = message;
    if (message.t === 'button') {
      note(this.#buttons, message.button, down);
      return this.#desktop.pressButton(message.button, down);
    }
    const { code, sign } = message;
    // A key that the system does not know is not pressed; there is no end of names for such keys.
    note(this.#keys, code, this.#desktop.pressKey(code, down, sign) && down);
  }

  /** A press counts for a sign. */
  #queue(signs: number, give: (signal: AbortSignal) => Promise<void> | void): void {
    const { signal } = this.#typing;
    this.#waitingSigns += signs;
    this.#queued = this.#queued
      .then(() => (signal.aborted ? undefined : give(signal)))
      .catch((cause: unknown) => this.#log.info('text not typed', { reason: shortReasonOf(cause) }))
      .finally(() => (this.#waitingSigns -= signs));
  }

  #release(): void {
    for (const code of this.#keys) this.#desktop.pressKey(code, false);
    for (const button of this.#buttons) this.#desktop.pressButton(button, false);
    this.#keys.clear();
    this.#buttons.clear();
  }
}

function note<T>(held: Set<T>, one: T, down: boolean): void {
  if (down) held.add(one);
  else held.delete(one);
}
