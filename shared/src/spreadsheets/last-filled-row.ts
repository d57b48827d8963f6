import { unpackedStream, zipEntries } from './zip-budget.ts';

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/iu;
const ROW_OR_VALUE = /<(?:\w+:)?(?:row\s[^>]*?\br="(\d+)"|(?:v|is)[\s>])/gu;
/** Below this, rows without a text are not what makes a file large. */
const MANY_EMPTY_ROWS = 1_000;
/** A zip bomb is not read to its end. */
const EXAMINED_CHARACTERS = 256 * 1_048_576;

/**
 * The last row with a value, if many rows without one follow it: the reason why a file with few rows is large.
 * @throws ZipProblem, or RangeError where the file ends too early
 */
export async function findLastFilledRow(bytes: Uint8Array): Promise<number | null> {
  for (const entry of zipEntries(bytes).filter(({ name }) => SHEET.test(name))) {
    let [row, filled, examined, rest] = [0, 0, 0, ''];
    for await (const chunk of unpackedStream(bytes, entry).pipeThrough(new TextDecoderStream())) {
      const text = rest + chunk;
      // A tag may go on in the next piece.
      const end = text.lastIndexOf('<');
      for (const [, number] of text.slice(0, Math.max(0, end)).matchAll(ROW_OR_VALUE)) {
        if (number === undefined) filled = row;
        else row = Number(number);
      }
      rest = text.slice(Math.max(0, end));
      examined += chunk.length;
      if (examined > EXAMINED_CHARACTERS) break;
    }
    if (row - filled >= MANY_EMPTY_ROWS) return filled;
  }
  return null;
}
