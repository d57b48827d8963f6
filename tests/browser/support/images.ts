import type { Locator } from 'playwright';
import { expect } from './expect.ts';

/** An image that the browser has decoded, which is more than an element with an address. */
export async function expectPainted(image: Locator): Promise<void> {
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((element: { naturalWidth?: number }) => element.naturalWidth ?? 0))
    .toBeGreaterThan(0);
}

/** Another frame takes its place. */
export async function expectNextFrame(image: Locator): Promise<void> {
  const before = await image.getAttribute('src');
  await expect(image).not.toHaveAttribute('src', before ?? '');
  await expectPainted(image);
}
