import type { Metadata, SharpConstructor } from 'sharp';
import { Problem } from '@vigil/shared/contract/problems';

/** As large as the header has room for, for screens of twice the density. */
const BOX = { width: 400, height: 120 };
const DEFAULT_DPI = 72;
const MAX_DPI = 2_400;
/** A few kilobytes can claim to be an image of gigabytes. */
const MAX_PIXELS = 40_000_000;

/** Loaded with the first upload, because most servers never need it. */
let loading: Promise<SharpConstructor> | undefined;
const loadSharp = () => (loading ??= import('sharp').then((module) => module.default));

const formats = new Set<Metadata['format']>(['png', 'jpeg', 'webp', 'svg']);

export interface Logo {
  readonly bytes: Buffer;
  readonly type: 'image/png';
}

/** An SVG has no size in pixels: it is rendered at the size of the box. */
const densityFor = ({ format, width }: Metadata): number | undefined =>
  format === 'svg' ? Math.min(MAX_DPI, Math.max(1, (DEFAULT_DPI * BOX.width) / width)) : undefined;

/**
 * Renders an uploaded image again, so that metadata and other content of the file are dropped.
 * @throws Problem `unsupported_file`
 */
export async function reencodeLogo(file: Buffer): Promise<Logo> {
  const sharp = await loadSharp();
  const limits = { limitInputPixels: MAX_PIXELS } as const;
  try {
    const metadata = await sharp(file, limits).metadata();
    if (!formats.has(metadata.format)) throw new Problem('unsupported_file');
    const density = densityFor(metadata);
    const bytes = await sharp(file, density === undefined ? limits : { ...limits, density })
      .autoOrient()
      .resize({ ...BOX, fit: 'inside', withoutEnlargement: density === undefined })
      .png({ compressionLevel: 9 })
      .toBuffer();
    return { bytes, type: 'image/png' };
  } catch (cause) {
    throw cause instanceof Problem ? cause : new Problem('unsupported_file', { cause });
  }
}
