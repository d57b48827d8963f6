import type { ScreenRegion } from '@vigil/shared/contract/app-config-rules';
import type { RawImage } from './raw-image.ts';

const GREY = 128;

/** Pixels from one edge to the other, rounded outwards. */
function range(from: number, length: number, size: number): [start: number, end: number] {
  const start = Math.floor((from * size) / 100);
  const end = Math.ceil(((from + length) * size) / 100);
  return [Math.min(size, start), Math.min(size, end)];
}

/**
 * Fills the regions of the image itself with grey: nothing of what was there is left, unlike in a blurred or coarse
 * image.
 */
export function maskRegions({ pixels, width, height, channels }: RawImage, regions: readonly ScreenRegion[]): void {
  for (const region of regions) {
    const [left, right] = range(region.x, region.width, width);
    const [top, bottom] = range(region.y, region.height, height);
    for (let y = top; y < bottom; y += 1)
      pixels.fill(GREY, (y * width + left) * channels, (y * width + right) * channels);
  }
}
