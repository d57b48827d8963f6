import sharp from 'sharp';

/** The pixels of an encoded picture: rows of red, green, blue and opacity. */
export const rawPixelsOf = (picture: Uint8Array): Promise<Buffer> => sharp(picture).ensureAlpha().raw().toBuffer();
