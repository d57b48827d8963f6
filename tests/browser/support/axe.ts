import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { setColorScheme } from './color-scheme.ts';

// There are no frames, for which it would gather its results in a page of its own; what passes is not worked out.
const builder = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

/** Looks at a page in both schemes, of which the second one can only differ in its colours. */
export function createCheck() {
  const found: string[] = [];
  const look = async (where: string, axe: AxeBuilder): Promise<void> => {
    const { violations } = await axe.analyze();
    found.push(
      ...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${where}: ${id}: ${target.join(' ')}`)),
    );
  };
  return {
    found,
    async check(page: Page, where: string): Promise<void> {
      // A tooltip that still goes away belongs to what was done before.
      await page.mouse.move(1, 1);
      await expect(page.getByRole('tooltip')).toHaveCount(0);
      await setColorScheme(page, 'light');
      await look(`${where}, light`, builder(page));
      await setColorScheme(page, 'dark');
      await look(`${where}, dark`, builder(page).withRules('color-contrast'));
    },
  };
}
