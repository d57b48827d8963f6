import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { setColorScheme } from './color-scheme.ts';

const OUT = fileURLToPath(new URL('../../.out/screens/', import.meta.url));

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Pictures for people to look at, which no test compares: they are never in the repository. */
export async function takePictures(page: Page, name: string, settled: () => Promise<void>): Promise<void> {
  await mkdir(OUT, { recursive: true });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await settled();
    for (const colorScheme of ['light', 'dark'] as const) {
      await setColorScheme(page, colorScheme);
      const path = `${OUT}${name}-${colorScheme}-${size.width}.jpg`;
      await page.screenshot({ path, type: 'jpeg', quality: 85 });
    }
  }
}
