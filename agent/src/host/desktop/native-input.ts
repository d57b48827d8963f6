import { nativeKeyOf } from './native-keys.ts';
import type { InputLibrary, NativePlatform } from './native-libraries.ts';

const buttons = ['left', 'middle', 'right'] as const;
/** Windows counts in parts of a notch, macOS in pixels. */
const wheelStep = { win32: 120, darwin: 40 } as const;

/** The library names the keys of these by them. */
const SIGN = /^[a-z\d]$/u;

const stateOf = (down: boolean): string => (down ? 'down' : 'up');

/**
 * Input by the library. What is pressed is remembered: the library for macOS takes a release without a press for a
 * press of the modifier, and nothing stays pressed when the desktop is left.
 */
export class NativeInput implements Disposable {
  readonly #library: InputLibrary;
  readonly #platform: NativePlatform;
  /** By their codes. */
  readonly #keys = new Map<string, string>();
  readonly #buttons = new Set<string>();

  constructor(library: InputLibrary, platform: NativePlatform) {
    this.#library = library;
    this.#platform = platform;
    // The library sleeps after each event otherwise, and the agent with it.
    library.setMouseDelay(0);
    library.setKeyboardDelay(0);
  }

  /** @param at in the units of the system */
  movePointer(at: { readonly x: number; readonly y: number }): void {
    this.#library.moveMouse(Math.round(at.x), Math.round(at.y));
  }

  pressButton(index: number, down: boolean): void {
    const button = buttons[index];
    if (button === undefined || (!down && !this.#buttons.has(button))) return;
    if (down) this.#buttons.add(button);
    else this.#buttons.delete(button);
    this.#library.mouseToggle(stateOf(down), button);
  }

  /** Steps to the right and downwards; the library counts upwards. */
  turnWheel(dx: number, dy: number): void {
    const step = wheelStep[this.#platform];
    this.#library.scrollMouse(dx * step, dy === 0 ? 0 : -dy * step);
  }

  /** @returns false for a key that the library or the system does not know, which is ignored */
  pressKey(code: string, down: boolean, sign = ''): boolean {
    const key = down ? (SIGN.test(sign) ? sign : nativeKeyOf(code)) : this.#keys.get(code);
    if (key === undefined) return !down;
    if (!down) this.#keys.delete(code);
    try {
      this.#library.keyToggle(key, stateOf(down));
      if (down) this.#keys.set(code, key);
      return true;
    } catch {
      // It names keys of other systems as well, and says only now that this one has none.
      return false;
    }
  }

  [Symbol.dispose](): void {
    for (const key of this.#keys.values()) this.#library.keyToggle(key, 'up');
    for (const button of this.#buttons) this.#library.mouseToggle('up', button);
    this.#keys.clear();
    this.#buttons.clear();
  }
}
