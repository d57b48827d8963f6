import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { onlyInAll } from '../../support/scope.ts';
import { setColorScheme } from './color-scheme.ts';
import { expect } from './expect.ts';
import { DESKTOP, PHONE } from './screen-sizes.ts';

// There are no frames, for which it would gather its results in a page of its own; what passes is not worked out.
const builder = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

export type Check = {
  /** Everything found so far, a line each. */
  readonly found: readonly string[];
  /** Looks at a page as it is: with all rules, or in dark with those that its colours can break. */
  inspect(page: Page, where: string, colorScheme: 'light' | 'dark'): Promise<void>;
  /**
   * Looks at a page in both schemes, which takes seconds and is left to `npm test -- all`; with `phone`, also at the
   * width of one, where its layout is another.
   */
  check(page: Page, where: string, options?: { phone?: boolean }): Promise<void>;
};

export function createCheck(): Check {
  const found: string[] = [];
  const inspect: Check['inspect'] = async (page, where, colorScheme) => {
    // A tooltip that still goes away belongs to what was done before.
    await page.mouse.move(1, 1);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    const axe = colorScheme === 'light' ? builder(page) : builder(page).withRules('color-contrast');
    const { violations } = await axe.analyze();
    found.push(
      ...violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => `${where}, ${colorScheme}: ${id}: ${target.join(' ')}`),
      ),
    );
  };
  return {
    found,
    inspect,
    check: (page, where, { phone = false } = {}) =>
      onlyInAll(async () => {
        for (const colorScheme of ['dark', 'light'] as const) {
          await setColorScheme(page, colorScheme);
          await inspect(page, where, colorScheme);
        }
        if (!phone) return;
        await page.setViewportSize(PHONE);
        // The colours are the same at every width.
        await inspect(page, `${where}, ${PHONE.width} px`, 'light');
        await page.setViewportSize(DESKTOP);
      }),
  };
}
