import { encodeCopySource, type DesktopOp } from '@vigil/shared/contract/remote-desktop/frames';
import type { CursorImage, Rectangle, ScreenImage } from '../host/desktop/desktop.ts';
import { loadSharp } from '../host/screen/encode.ts';
import { encodeIndexedPng } from './indexed-png.ts';
import { cutImage } from './pixel-words.ts';
import type { ScreenCopy } from './sent-screen.ts';

/** By area and quality, what was encoded of an image that several viewers need. */
const encoded = new WeakMap<ScreenImage, Map<string, Promise<DesktopOp>>>();

/**
 * A picture of a part of an image of `area`: without loss where it has few colours.
 * @param quality of a JPEG, 1–100
 */
export function encodePart(image: ScreenImage, area: Rectangle, { part, quality }: PartOptions): Promise<DesktopOp> {
  const known = encoded.get(image) ?? new Map<string, Promise<DesktopOp>>();
  encoded.set(image, known);
  const key = `${part.x} ${part.y} ${part.w} ${part.h} ${quality}`;
  const op = known.get(key) ?? encode(cutImage(image, area, part), part, quality);
  known.set(key, op);
  return op;
}

interface PartOptions {
  readonly part: Rectangle;
  readonly quality: number;
}

async function encode(image: ScreenImage, area: Rectangle, quality: number): Promise<DesktopOp> {
  const png = encodeIndexedPng(image);
  if (png !== null) return { ...area, op: 'png', data: png };
  const { pixels, width, height, channels } = image;
  const sharp = await loadSharp();
  const data = await sharp(pixels, { raw: { width, height, channels } }).removeAlpha().jpeg({ quality }).toBuffer();
  return { ...area, op: 'jpeg', data };
}

export const encodeCopy = ({ to, fromY }: ScreenCopy): DesktopOp => ({
  op: 'copy',
  ...to,
  data: encodeCopySource({ x: to.x, y: fromY }),
});

export async function encodeCursor({ x, y, w, h, pixels }: CursorImage): Promise<DesktopOp> {
  const sharp = await loadSharp();
  const data = await sharp(pixels, { raw: { width: w, height: h, channels: 4 } })
    .png()
    .toBuffer();
  return { op: 'cursor', x, y, w, h, data };
}
