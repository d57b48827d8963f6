import type { Locator, Page } from 'playwright';
import { expect } from './expect.ts';

/** More than the controls of any page that tests walk. */
const MOST_PRESSES = 120;

const hasFocus = async (page: Page, control: Locator): Promise<boolean> =>
  (await control.and(page.locator(':focus')).count()) > 0;

/** Presses Tab until a control has the focus. @throws Error when the way through the page does not lead to it */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeAttached();
  for (let press = 0; press < MOST_PRESSES; press += 1) {
    await page.keyboard.press('Tab');
    if (await hasFocus(page, control)) return;
  }
  throw new Error(`Tab does not lead to ${String(control)}`);
}

/** Goes to the first control, and from each to the next by one press of Tab. */
export async function tabThrough(page: Page, [first, ...others]: readonly Locator[]): Promise<void> {
  if (first) await tabTo(page, first);
  for (const control of others) {
    await page.keyboard.press('Tab');
    await expect(control).toBeFocused();
  }
}

/**
 * Opens a dialog with a key on the focused control, leaves it with Escape, and finds the focus on the control again.
 */
export async function expectFocusReturn(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await expect(control).toBeFocused();
  await page.keyboard.press(key);
  const dialog = page.getByRole('dialog');
  // The dialog takes the focus when it has been opened; a key before that would be one of the page.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(control).toBeFocused();
}
