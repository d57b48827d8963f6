import type { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import type { Sharp } from 'sharp';
import type { Frame } from '../host.ts';

/** An uncompressed image: rows of red, green, blue and, with four channels, alpha. */
export interface RawImage {
  width: number;
  height: number;
  channels: 3 | 4;
  pixels: Uint8Array;
}

export type Size = Pick<CaptureDemand, 'width' | 'quality'>;

/** Loaded with the first frame: without this native library the agent still does everything else, in less memory. */
const loadSharp = async () => (await import('sharp')).default;

/** Scales to the demanded width, never up, and compresses. */
export async function encodeImage({ pixels, width, height, channels }: RawImage, size: Size): Promise<Frame> {
  const sharp = await loadSharp();
  const image = sharp(pixels, { raw: { width, height, channels } }).removeAlpha();
  return finish(image.resize({ width: Math.min(size.width, width), fastShrinkOnLoad: true }), size);
}

export async function encodeSvg(svg: string, size: Size): Promise<Frame> {
  const sharp = await loadSharp();
  return finish(sharp(Buffer.from(svg)).resize({ width: size.width }).flatten({ background: '#000' }), size);
}

async function finish(image: Sharp, { quality }: Size): Promise<Frame> {
  const { data, info } = await image.jpeg({ quality }).toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, ext: 'jpg', bytes: data };
}
