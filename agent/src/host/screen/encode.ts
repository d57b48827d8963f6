import type { ScreenRegion } from '@vigil/shared/contract/app-config-rules';
import type { Sharp } from 'sharp';
import type { CapturedScreen, Frame, FrameEncodingOptions } from '../host.ts';
import { averageBlockColours } from './blocks.ts';
import { maskRegions } from './mask-regions.ts';
import type { RawImage } from './raw-image.ts';

/** More makes frames hardly smaller and takes twice as long (infra/decisions/frames.md). */
const WEBP_EFFORT = 2;
/** A WebP of the same fidelity as a JPEG has this share of its quality. */
const WEBP_QUALITY_SHARE = 2 / 3;

/** Loaded with the first frame: without this native library the agent still does everything else, in less memory. */
export const loadSharp = async () => (await import('sharp')).default;

/** Scales to the width, never up. */
export async function imageToScreen(
  { pixels, width, height, channels }: RawImage,
  most: number,
): Promise<CapturedScreen> {
  const sharp = await loadSharp();
  const image = sharp(pixels, { raw: { width, height, channels } }).removeAlpha();
  return finish(image.resize({ width: Math.min(most, width), fastShrinkOnLoad: true }));
}

export async function svgToScreen(
  svg: string,
  width: number,
  regions: readonly ScreenRegion[] = [],
): Promise<CapturedScreen> {
  const sharp = await loadSharp();
  return finish(sharp(Buffer.from(svg)).resize({ width }).flatten({ background: '#000' }), regions);
}

async function finish(image: Sharp, regions: readonly ScreenRegion[] = []): Promise<CapturedScreen> {
  const { data: pixels, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const screen = { pixels, width, height, channels: info.channels as RawImage['channels'] };
  maskRegions(screen, regions);
  return { blocks: averageBlockColours(screen), encode: (options) => encodeFrame(screen, options) };
}

async function encodeFrame(
  { pixels, width, height, channels }: RawImage,
  options: FrameEncodingOptions,
): Promise<Frame> {
  const sharp = await loadSharp();
  const full = sharp(pixels, { raw: { width, height, channels } });
  const scaled = options.width < width ? full.resize({ width: options.width }) : full;
  const { data, info } = await formats[options.format](scaled, options.quality).toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, ext: options.format, bytes: data };
}

const formats: { readonly [F in FrameEncodingOptions['format']]: (image: Sharp, quality: number) => Sharp } = {
  jpg: (image, quality) => image.jpeg({ quality }),
  webp: (image, quality) => image.webp({ quality: Math.ceil(quality * WEBP_QUALITY_SHARE), effort: WEBP_EFFORT }),
};
