import { once } from 'node:events';
import sharp from 'sharp';

/** As large as the header has room for, for screens of twice the density. */
const BOX = { width: 400, height: 120 };
/** A few kilobytes can claim to be an image of gigabytes. */
const MAX_PIXELS = 40_000_000;

const render = (file: Uint8Array): Promise<Buffer> =>
  sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer();

// A program of its own, which `render-in-child.ts` starts for one image: it says that it is ready, gets the file, and
// answers with the picture.
sharp.concurrency(1);
process.send?.('ready');
const [file] = (await once(process, 'message')) as [Uint8Array];
process.send?.(await render(file), () => process.disconnect());
