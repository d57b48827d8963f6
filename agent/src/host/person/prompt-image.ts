import { loadSharp } from '../screen/encode.ts';
import { FONT_CELL, pixelTextSvg } from '../screen/pixel-font.ts';

const SCALE = 2;
const PADDING = 14;
/** Of a prompt of one line, and of each further one. */
const HEIGHT = 44;
const LINE_HEIGHT = 24;
/** A prompt says who and what; it is no place for a name of any length. */
const MAX_LINES = 3;
/** Letters of a line at the least, also on a screen that has no room for them beside the buttons. */
const MIN_SIGNS = 8;
const SIGN = FONT_CELL.width * SCALE;
/** A sign of an East Asian name is about twice as wide. */
const WIDE_SIGN = SIGN * 1.6;
/** The sign for what is left out. */
const DOTS = Math.ceil(3 * WIDE_SIGN);
const colours = { ground: '#10233d', text: '#f8fafc', button: '#2563eb', danger: '#dc2626' } as const;

export interface PromptButton {
  readonly label: string;
  readonly isDanger: boolean;
}

export interface PromptImage {
  readonly width: number;
  readonly height: number;
  /** Blue, green, red and an unused byte. */
  readonly pixels: Buffer;
  /** The index of the button at this place, or -1. */
  buttonAt(x: number): number;
}

const isPixelText = (text: string): boolean => /^[ -~]*$/u.test(text);
const widthOf = (text: string): number => Math.ceil(Array.from(text).length * (isPixelText(text) ? SIGN : WIDE_SIGN));
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** With the font of the agent where that has the signs, otherwise with one of the device. */
function textSvg(text: string, { x, middle }: { readonly x: number; readonly middle: number }): string {
  const y = middle - (FONT_CELL.height * SCALE) / 2;
  if (isPixelText(text)) return pixelTextSvg(text, { x, y, scale: SCALE, fill: colours.text });
  return `<text x="${x}" y="${middle + 6}" font-family="sans-serif" font-size="16" fill="${colours.text}">${escaped(text)}</text>`;
}

/** Breaks between words, and within a word that is longer than a line; what is beyond the last line is left out. */
function wrapText(text: string, maxWidth: number): string[] {
  const lines: string[] = [];
  let line = '';
  // Signs of East Asian texts have no spaces between them; each run of other signs is a word.
  for (const part of text.match(/[^ -~]|[!-~]+| +/gu) ?? []) {
    if (widthOf(line + part) <= maxWidth) {
      line += part;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trim());
    line = '';
    for (const sign of part.trimStart()) {
      if (line !== '' && widthOf(line + sign) > maxWidth) {
        lines.push(line);
        line = '';
      }
      line += sign;
    }
  }
  if (line.trim() !== '') lines.push(line.trim());
  return lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1] ?? ''}...`];
}

export interface PromptOptions {
  readonly text: string;
  readonly buttons: readonly PromptButton[];
  /** Of the screen: the buttons are within it whatever the text is. */
  readonly maxWidth: number;
}

/** A text with buttons behind it. */
export async function drawPrompt({ text, buttons, maxWidth }: PromptOptions): Promise<PromptImage> {
  const buttonWidths = buttons.map(({ label }) => widthOf(label) + 2 * PADDING);
  const buttonsWidth = buttonWidths.reduce((sum, w) => sum + w + PADDING, 0);
  const lines = wrapText(text, Math.max(SIGN * MIN_SIGNS, maxWidth - buttonsWidth - 2 * PADDING - DOTS));
  let x = PADDING + Math.max(0, ...lines.map(widthOf)) + PADDING;
  const placed = buttons.map((button, index) => {
    const w = buttonWidths[index] ?? 0;
    const at = { ...button, x, w };
    x += w + PADDING;
    return at;
  });
  const [width, height] = [x, HEIGHT + Math.max(0, lines.length - 1) * LINE_HEIGHT];
  const middle = height / 2;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="100%" height="100%" fill="${colours.ground}"/>`,
    ...lines.map((line, index) => textSvg(line, { x: PADDING, middle: HEIGHT / 2 + index * LINE_HEIGHT })),
    ...placed.map(({ label, isDanger, x: left, w }) =>
      [
        `<rect x="${left}" y="6" width="${w}" height="${height - 12}" rx="4" fill="${isDanger ? colours.danger : colours.button}"/>`,
        textSvg(label, { x: left + PADDING, middle }),
      ].join(''),
    ),
    '</svg>',
  ].join('');
  const sharp = await loadSharp();
  const pixels = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  for (let at = 0; at < pixels.length; at += 4) pixels.subarray(at, at + 3).reverse();
  const buttonAt = (left: number) => placed.findIndex(({ x: from, w }) => left >= from && left < from + w);
  return { width, height, pixels, buttonAt };
}
