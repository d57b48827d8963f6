import type { Rectangle, ScreenImage } from '../host/desktop/desktop.ts';

const WORD_BYTES = 4;

/** Pixels as numbers of 32 bits, a rectangle of which is looked at. */
export interface PixelWords {
  readonly words: Uint32Array;
  /** Pixels from one row to the next. */
  readonly stride: number;
  /** Where the rectangle begins. */
  readonly start: number;
}

/** A rectangle of the screen within an image of `area`. */
export function wordsOfImage(image: ScreenImage, area: Rectangle, { x, y }: Rectangle): PixelWords {
  const start = (y - area.y) * image.width + x - area.x;
  return { words: wordsOf(image.pixels), stride: image.width, start };
}

/** The same bytes, or a copy of those that begin where no word may. */
function wordsOf(pixels: Uint8Array): Uint32Array {
  const bytes = pixels.byteOffset % WORD_BYTES === 0 ? pixels : new Uint8Array(pixels);
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / WORD_BYTES);
}

/** A rectangle out of an image of `area`. */
export function cutImage(image: ScreenImage, area: Rectangle, { x, y, w, h }: Rectangle): ScreenImage {
  if (w === image.width && h === image.height) return image;
  const pixels = new Uint8Array(w * h * WORD_BYTES);
  for (let row = 0; row < h; row += 1) {
    const from = ((y - area.y + row) * image.width + x - area.x) * WORD_BYTES;
    pixels.set(image.pixels.subarray(from, from + w * WORD_BYTES), row * w * WORD_BYTES);
  }
  return { width: w, height: h, channels: 4, pixels };
}
