import type { XClient } from 'x11';
import { replyOf } from './x11-events.ts';

const FIRST_KEYCODE = 8;
const KEYCODES = 248;
/** A program reads the keys of the server again when they change; one key for several signs at once would be read too late. */
const MAX_SPARE_KEYS = 8;
const NO_SYMBOL = 0;
const RETURN = 0xff0d;
const TAB = 0xff09;
/** Signs beyond Latin-1 are their number in Unicode with this. */
const UNICODE = 0x0100_0000;

const keysymOf = (sign: string): number => {
  if (sign === '\n') return RETURN;
  if (sign === '\t') return TAB;
  const point = sign.codePointAt(0) ?? 0;
  return point < 0x100 ? point : UNICODE + point;
};

interface TypedText {
  readonly text: string;
  /** What is left when it comes is not typed. */
  readonly signal: AbortSignal | undefined;
}

/** Types signs by keys that the layout leaves free. @throws Error where it leaves none */
export async function typeX11Text(
  client: XClient,
  press: (keycode: number, down: boolean) => void,
  { text, signal }: TypedText,
): Promise<void> {
  const mapping = await replyOf<number[][]>((reply) => client.GetKeyboardMapping(FIRST_KEYCODE, KEYCODES, reply));
  const spare = mapping.flatMap((keysyms, index) =>
    keysyms.every((keysym) => keysym === NO_SYMBOL) ? [FIRST_KEYCODE + index] : [],
  );
  const keys = spare.slice(-MAX_SPARE_KEYS);
  if (keys.length === 0) throw new Error('the keyboard has no free key');
  for (const part of partsOf(Array.from(text.replaceAll('\r', '')), keys.length)) {
    if (signal?.aborted) break;
    for (const [index, sign] of part.entries()) client.ChangeKeyboardMapping(keys[index] ?? 0, 1, [keysymOf(sign)]);
    await client.sync();
    if (signal?.aborted) break;
    for (const keycode of keys.slice(0, part.length)) for (const down of [true, false]) press(keycode, down);
    await client.sync();
  }
  for (const keycode of keys) client.ChangeKeyboardMapping(keycode, 1, [NO_SYMBOL]);
}

const partsOf = (signs: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(signs.length / size) }, (_, index) => signs.slice(index * size, (index + 1) * size));
