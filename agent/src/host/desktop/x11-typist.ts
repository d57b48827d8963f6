import { setTimeout as delay } from 'node:timers/promises';
import type { XClient } from 'x11';
import { replyOf } from './x11-events.ts';
import { FIRST_KEYCODE, keysymOf, readX11Mapping } from './x11-layout.ts';

const NO_SYMBOL = 0;
const RETURN = 0xff0d;
const TAB = 0xff09;
const SHIFT_LEFT = 50;
/**
 * Of the modifiers: Lock, Control, Mod1, Mod3 to Mod5 and the groups of a layout; not NumLock. With one of them a key
 * is another sign.
 */
const OTHER_SIGN = 0x60ee;
const SHIFT = 1;
const MAX_SPARE_KEYS = 64;
/** A program reads the keys anew when it hears that one has changed; for so long the sign stays on its key. */
const READ_MS = 500;
/** After so long without a text the keys are as they were. */
const IDLE_MS = 5_000;
/** Between these the server is waited for, and the rest of the text may be given up. */
const SIGNS_AT_ONCE = 8;

const typedKeysymOf = (sign: string): number => {
  if (sign === '\n') return RETURN;
  return sign === '\t' ? TAB : keysymOf(sign);
};

interface LayoutKey {
  readonly keycode: number;
  readonly isShifted: boolean;
}

interface SpareKey {
  readonly keycode: number;
  /** By `performance.now()`. */
  usedAt: number;
}

/**
 * Types signs on an X server: by the keys of its layout, and those that no key has by keys that the layout leaves free.
 */
export class X11Typist implements Disposable {
  readonly #client: XClient;
  readonly #root: number;
  readonly #press: (keycode: number, down: boolean) => void;
  /** The signs on spare keys, the longest unused first. */
  readonly #spare = new Map<number, SpareKey>();
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(client: XClient, root: number, press: (keycode: number, down: boolean) => void) {
    this.#client = client;
    this.#root = root;
    this.#press = press;
  }

  /**
   * @param signal what is left when it comes is not typed
   * @throws Error where a sign has no key and the layout leaves none free
   */
  async type(text: string, signal?: AbortSignal): Promise<void> {
    const [mapping, { keyMask }] = await Promise.all([
      readX11Mapping(this.#client),
      replyOf<{ keyMask: number }>((reply) => this.#client.QueryPointer(this.#root, reply)),
    ]);
    const keys = keysOf(mapping, keyMask);
    const free = this.#freeKeys(mapping);
    clearTimeout(this.#idle);
    try {
      for (const [index, sign] of Array.from(text.replaceAll('\r', '')).entries()) {
        if (index % SIGNS_AT_ONCE === 0) await this.#client.sync();
        if (signal?.aborted) break;
        const keysym = typedKeysymOf(sign);
        const key = keys.get(keysym);
        if (key === undefined) this.#tap(await this.#spareKeyOf(keysym, free));
        else this.#tapShifted(key);
      }
      await this.#client.sync();
    } finally {
      this.#idle = setTimeout(() => this.#clear(), IDLE_MS).unref();
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#idle);
    this.#clear();
  }

  #tap(keycode: number): void {
    for (const down of [true, false]) this.#press(keycode, down);
  }

  #tapShifted({ keycode, isShifted }: LayoutKey): void {
    if (isShifted) this.#press(SHIFT_LEFT, true);
    this.#tap(keycode);
    if (isShifted) this.#press(SHIFT_LEFT, false);
  }

  #freeKeys(mapping: readonly number[][]): number[] {
    const used = new Set(Array.from(this.#spare.values(), ({ keycode }) => keycode));
    const isFree = (keysyms: readonly number[], keycode: number) =>
      keysyms.every((keysym) => keysym === NO_SYMBOL) && !used.has(keycode);
    const free = mapping.flatMap((keysyms, index) =>
      isFree(keysyms, FIRST_KEYCODE + index) ? [FIRST_KEYCODE + index] : [],
    );
    return free.slice(Math.max(0, free.length - (MAX_SPARE_KEYS - used.size)));
  }

  /** The key that has the sign, or gets it. @param free loses the key that is taken */
  async #spareKeyOf(keysym: number, free: number[]): Promise<number> {
    const known = this.#spare.get(keysym);
    const keycode = known?.keycode ?? free.pop() ?? (await this.#longestUnused());
    this.#spare.delete(keysym);
    this.#spare.set(keysym, { keycode, usedAt: performance.now() });
    // Twice, because the server takes a single letter for the small one and the capital.
    if (known === undefined) this.#client.ChangeKeyboardMapping(keycode, 2, [keysym, keysym]);
    return keycode;
  }

  async #longestUnused(): Promise<number> {
    const [first] = this.#spare;
    if (first === undefined) throw new Error('the keyboard has no free key');
    const [keysym, { keycode, usedAt }] = first;
    await delay(Math.max(0, usedAt + READ_MS - performance.now()));
    this.#spare.delete(keysym);
    return keycode;
  }

  #clear(): void {
    for (const { keycode } of this.#spare.values()) this.#client.ChangeKeyboardMapping(keycode, 1, [NO_SYMBOL]);
    this.#spare.clear();
  }
}

/**
 * The keys of the signs that need no modifier but Shift, which may be held. Two that have the same sign are one: the
 * first.
 */
function keysOf(mapping: readonly number[][], keyMask: number): ReadonlyMap<number, LayoutKey> {
  const keys = new Map<number, LayoutKey>();
  if ((keyMask & OTHER_SIGN) !== 0) return keys;
  const isHeld = (keyMask & SHIFT) !== 0;
  for (const [index, [plain = NO_SYMBOL, shifted = NO_SYMBOL]] of mapping.entries()) {
    const keycode = FIRST_KEYCODE + index;
    if (!isHeld && plain !== NO_SYMBOL && !keys.has(plain)) keys.set(plain, { keycode, isShifted: false });
    if (shifted !== NO_SYMBOL && !keys.has(shifted)) keys.set(shifted, { keycode, isShifted: !isHeld });
  }
  return keys;
}
