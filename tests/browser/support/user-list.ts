import type { Locator, Page } from 'playwright';
import { expect } from './expect.ts';

/**
 * Presses the switch of an active user until the list asks whether to deactivate: it ignores switches while it loads.
 * @returns the button that confirms
 */
export async function askToDeactivate(page: Page, press: () => Promise<void>, name = 'Deactivate'): Promise<Locator> {
  const deactivate = page.getByRole('dialog').getByRole('button', { name });
  await expect(async () => {
    if (await deactivate.isHidden()) await press();
    await expect(deactivate).toBeVisible({ timeout: 5_000 });
  }).toPass();
  return deactivate;
}
