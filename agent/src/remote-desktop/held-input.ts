import type { ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';
import type { Desktop } from '../host/desktop/desktop.ts';
import { shortReasonOf, type Log } from '../log.ts';

/** What is done to the desktop; `copy` asks it for something. */
export type InputMessage = Exclude<Extract<ViewerMessage, { epoch: number }>, { t: 'copy' }>;

/** Gives the input of a viewer to a desktop, and remembers what is pressed: nothing stays pressed when it goes (RELAY-8). */
export class HeldInput implements Disposable {
  readonly #desktop: Desktop;
  readonly #log: Log;
  /** Texts one after the other. */
  #typed: Promise<void> = Promise.resolve();
  readonly #keys = new Set<string>();
  readonly #buttons = new Set<number>();

  constructor(desktop: Desktop, log: Log) {
    this.#desktop = desktop;
    this.#log = log;
  }

  apply(message: InputMessage): void {
    const desktop = this.#desktop;
    switch (message.t) {
      case 'pointer':
        return desktop.movePointer(Math.min(message.x, desktop.width - 1), Math.min(message.y, desktop.height - 1));
      case 'key':
        note(this.#keys, message.code, message.down);
        return desktop.pressKey(message.code, message.down);
      case 'button':
        note(this.#buttons, message.button, message.down);
        return desktop.pressButton(message.button, message.down);
      case 'wheel':
        return desktop.turnWheel(message.dx, message.dy);
      case 'text':
        this.#typed = this.#typed
          .then(() => desktop.typeText(message.text))
          .catch((cause: unknown) => this.#log.info('text not typed', { reason: shortReasonOf(cause) }));
        return;
      case 'paste':
        return desktop.setClipboard(message.text);
      case 'release':
        return this[Symbol.dispose]();
    }
  }

  [Symbol.dispose](): void {
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
