import type { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import type { Sharp } from 'sharp';
import type { Frame } from '../host.ts';
import { blocksOf } from './blocks.ts';
import type { RawImage } from './raw-image.ts';

export type Size = Pick<CaptureDemand, 'width' | 'quality'>;

/** Loaded with the first frame: without this native library the agent still does everything else, in less memory. */
const loadSharp = async () => (await import('sharp')).default;

/** Scales to the demanded width, never up. */
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
  const { data: pixels, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const channels = info.channels as RawImage['channels'];
  return {
    width,
    height,
    ext: 'jpg',
    blocks: blocksOf({ pixels, width, height, channels }),
    encode: async () => (await loadSharp())(pixels, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer(),
  };
}
