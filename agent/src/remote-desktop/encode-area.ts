import type { DesktopOp } from '@vigil/shared/contract/remote-desktop/frames';
import type { CursorImage, Rectangle } from '../host/desktop/desktop.ts';
import { loadSharp } from '../host/screen/encode.ts';
import type { RawImage } from '../host/screen/raw-image.ts';
import { encodeIndexedPng } from './indexed-png.ts';

/** A picture of an area: without loss where it has few colours. @param quality of a JPEG, 1–100 */
export async function encodeArea(area: Rectangle, image: RawImage, quality: number): Promise<DesktopOp> {
  const png = encodeIndexedPng(image);
  if (png !== null) return { ...area, op: 'png', data: png };
  const { pixels, width, height, channels } = image;
  const sharp = await loadSharp();
  const data = await sharp(pixels, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer();
  return { ...area, op: 'jpeg', data };
}

export async function encodeCursor({ x, y, w, h, pixels }: CursorImage): Promise<DesktopOp> {
  const sharp = await loadSharp();
  const data = await sharp(pixels, { raw: { width: w, height: h, channels: 4 } })
    .png()
    .toBuffer();
  return { op: 'cursor', x, y, w, h, data };
}
