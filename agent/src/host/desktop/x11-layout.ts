import type { XClient } from 'x11';
import { onXEvent, replyOf } from './x11-events.ts';

export const FIRST_KEYCODE = 8;
const KEYCODES = 248;
/** Programs that change the layout change many keys one after the other. */
const SETTLED_MS = 200;
/** Signs beyond Latin-1 are their number in Unicode with this. */
const UNICODE = 0x0100_0000;

/** The symbols of each key from the first keycode on. */
export const readX11Mapping = (client: XClient): Promise<number[][]> =>
  replyOf<number[][]>((reply) => client.GetKeyboardMapping(FIRST_KEYCODE, KEYCODES, reply));

export function keysymOf(sign: string): number {
  const point = sign.codePointAt(0) ?? 0;
  return point < 0x100 ? point : UNICODE + point;
}

/** Which keys of the layout have a sign that needs no modifier, as it is now. */
export class X11Layout implements Disposable {
  readonly #client: XClient;
  readonly #listener: Disposable;
  #keycodes: ReadonlyMap<number, number> = new Map();
  #changed: ReturnType<typeof setTimeout> | undefined;

  constructor(client: XClient) {
    this.#client = client;
    this.#listener = onXEvent(client, 'MappingNotify', () => this.#readSoon());
    void this.#read();
  }

  keycodeOf(sign: string): number | undefined {
    return this.#keycodes.get(keysymOf(sign));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#changed);
    this.#listener[Symbol.dispose]();
  }

  #readSoon(): void {
    clearTimeout(this.#changed);
    this.#changed = setTimeout(() => void this.#read(), SETTLED_MS);
  }

  async #read(): Promise<void> {
    // A server that does not answer has ended, which is told to others.
    const mapping = await readX11Mapping(this.#client).catch(() => []);
    // Of two keys the first one: those behind it are of numpads and media.
    const signed = mapping.map(([plain = 0], index) => [plain, FIRST_KEYCODE + index] as const);
    this.#keycodes = new Map(signed.toReversed());
  }
}
