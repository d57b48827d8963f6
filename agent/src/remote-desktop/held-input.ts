import type { ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';
import type { Desktop } from '../host/desktop/desktop.ts';

export type InputMessage = Exclude<ViewerMessage, { t: 'ack' }>;

/** Gives the input of a viewer to a desktop, and remembers what is pressed: nothing stays pressed when it goes (RELAY-8). */
export class HeldInput implements Disposable {
  readonly #desktop: Desktop;
  readonly #keys = new Set<string>();
  readonly #buttons = new Set<number>();

  constructor(desktop: Desktop) {
    this.#desktop = desktop;
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
