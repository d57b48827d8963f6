import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import type { Check } from './axe.ts';
import { setColorScheme } from './color-scheme.ts';
import { DESKTOP, PHONE } from './screen-sizes.ts';

const OUT = fileURLToPath(new URL('../../.out/screens/', import.meta.url));

export type Shot = {
  /** Waits until the screen shows all that belongs to it. */
  settled: () => Promise<void>;
  /** Looks at what the screenshots show; the phone only where the screen has a layout for it. */
  axe?: { check: Check; phone?: boolean } | undefined;
  /** Dark screenshots too. The colours are the same in every language. */
  dark?: boolean;
};

/** Screenshots for people to look at, which no test compares: they are never in the repository. */
export async function takeScreenshots(page: Page, name: string, { settled, axe, dark = true }: Shot): Promise<void> {
  await mkdir(OUT, { recursive: true });
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await settled();
    for (const colorScheme of dark ? (['dark', 'light'] as const) : (['light'] as const)) {
      await setColorScheme(page, colorScheme);
      const path = `${OUT}${name}-${colorScheme}-${size.width}.jpg`;
      await page.screenshot({ path, type: 'jpeg', quality: 85 });
      const isInspected = size === DESKTOP || (axe?.phone && colorScheme === 'light');
      if (axe && isInspected) await axe.check.inspect(page, `${name}, ${size.width} px`, colorScheme);
    }
  }
  await page.setViewportSize(DESKTOP);
}
