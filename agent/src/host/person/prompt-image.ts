import { loadSharp } from '../screen/encode.ts';
import { FONT_CELL, pixelTextSvg } from '../screen/pixel-font.ts';

const SCALE = 2;
const PADDING = 14;
const HEIGHT = 44;
const SIGN = FONT_CELL.width * SCALE;
/** A sign of an East Asian name is about twice as wide. */
const WIDE_SIGN = SIGN * 1.6;
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
function textSvg(text: string, x: number): string {
  const y = (HEIGHT - FONT_CELL.height * SCALE) / 2;
  if (isPixelText(text)) return pixelTextSvg(text, { x, y, scale: SCALE, fill: colours.text });
  return `<text x="${x}" y="${HEIGHT / 2 + 6}" font-family="sans-serif" font-size="16" fill="${colours.text}">${escaped(text)}</text>`;
}

/** A line of text with buttons behind it. */
export async function drawPrompt(text: string, buttons: readonly PromptButton[]): Promise<PromptImage> {
  let x = PADDING + widthOf(text) + PADDING;
  const placed = buttons.map((button) => {
    const w = widthOf(button.label) + 2 * PADDING;
    const at = { ...button, x, w };
    x += w + PADDING;
    return at;
  });
  const width = x;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}">`,
    `<rect width="100%" height="100%" fill="${colours.ground}"/>`,
    textSvg(text, PADDING),
    ...placed.map(({ label, isDanger, x: left, w }) =>
      [
        `<rect x="${left}" y="6" width="${w}" height="${HEIGHT - 12}" rx="4" fill="${isDanger ? colours.danger : colours.button}"/>`,
        textSvg(label, left + PADDING),
      ].join(''),
    ),
    '</svg>',
  ].join('');
  const sharp = await loadSharp();
  const pixels = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  for (let at = 0; at < pixels.length; at += 4) pixels.subarray(at, at + 3).reverse();
  const buttonAt = (left: number) => placed.findIndex(({ x: from, w }) => left >= from && left < from + w);
  return { width, height: HEIGHT, pixels, buttonAt };
}
