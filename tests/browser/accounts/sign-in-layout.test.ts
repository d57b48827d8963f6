import type { Page } from 'playwright';
import { addCompany } from '../support/companies.ts';
import { DESKTOP, PHONE } from '../support/screen-sizes.ts';
import { signInAs } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { addUser, setPolicies } from '../support/users.ts';

/** The places of all that one uses to sign in. */
async function placesOf(page: Page) {
  // Texts are as wide as their font.
  await page.evaluate('document.fonts.ready');
  const parts = [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('textbox', { name: 'ID', exact: true }),
    page.getByLabel('Password', { exact: true }),
    page.getByLabel('Keep me signed in for 7 days'),
    page.getByRole('button', { name: 'Sign in', exact: true }),
  ];
  return Promise.all(parts.map((part) => part.boundingBox()));
}

for (const size of [DESKTOP, PHONE]) {
  test.concurrent(`the form keeps its place whatever it says (${size.width} px)`, async ({ open, stack }) => {
    const company = await addCompany(stack);
    await setPolicies(stack, company, { block_num: 2, self_unlock: 1 });
    const user = await addUser(stack, company);
    const page = await open('/en/', { as: null, ...size });
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    const before = await placesOf(page);

    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Enter your ID')).toBeVisible();
    await expect(page.getByText('Enter your password')).toBeVisible();
    expect(await placesOf(page)).toEqual(before);

    const wrong = { ...user, password: 'Wrong-pw1!' };
    await signInAs(page, wrong);
    await expect(page.getByRole('alert')).toContainText('1 attempt left');
    expect(await placesOf(page)).toEqual(before);
    await expect(page.getByRole('alert')).toBeInViewport();

    await signInAs(page, wrong);
    await expect(page.getByRole('alert')).toContainText('Too many failed attempts');
    expect(await placesOf(page)).toEqual(before);
  });
}

test.concurrent('the step of the one-time code leaves the form where it is', async ({ open, stack, company }) => {
  const user = await addUser(stack, company, { flag_use_otp: 1 });
  const page = await open('/en/', { as: null });
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  const before = await placesOf(page);
  await signInAs(page, user);
  await expect(page.getByRole('dialog').getByLabel('One-time code')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await placesOf(page)).toEqual(before);
});
