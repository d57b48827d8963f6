import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { openBrowserProfile } from '../../support/browser.ts';
import { allDevices, signInAs } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { addUser } from '../support/users.ts';

/** A browser with a profile of its own, which is closed and started again with what it has stored. */
async function startProfile() {
  const folder = await mkdtemp(join(tmpdir(), 'browser-profile-'));
  let context: BrowserContext = await openBrowserProfile(folder);
  return {
    open: async (address: string): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(address);
      return page;
    },
    restart: async () => {
      await context.close();
      context = await openBrowserProfile(folder);
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test.for([false, true])(
  'a session is found again after a restart of the browser (asked to stay signed in: %s)',
  async (stays, { stack, company }) => {
    await using profile = await startProfile();
    const page = await profile.open(`${stack.url}/en/`);
    if (stays) await page.getByLabel('Keep me signed in for 7 days').check();
    await signInAs(page, company.admin);
    await expect(page).toHaveURL(allDevices('en'));
    await profile.restart();

    const again = await profile.open(`${stack.url}/en/`);
    await expect(again.getByRole('heading', { name: 'All devices' })).toBeVisible();
    const until = await again.evaluate(() => Number(localStorage.getItem('rememberMode')));
    expect(until > Date.now()).toBe(stays);
  },
);

test('a sign-in as another user shows nothing of the first one, and reloads the other tabs', async ({
  stack,
  company,
  simulated,
}) => {
  const { alias } = simulated.device(0);
  const stranger = await addUser(stack, company);
  await using profile = await startProfile();
  const first = await profile.open(`${stack.url}/en/`);
  await signInAs(first, company.admin);
  await expect(first.getByText(alias).first()).toBeVisible();
  const second = await profile.open(`${stack.url}/en/device/all`);
  await expect(second.getByText(alias).first()).toBeVisible();
  // The server does not know of it: as if the session had ended while the first tab was asleep.
  await second.evaluate(() => localStorage.removeItem('vigil.token'));
  await second.goto(`${stack.url}/en/`);
  await signInAs(second, stranger);
  for (const page of [second, first]) {
    await expect(page.getByRole('button', { name: /^Account: Jun Sato/u })).toBeVisible();
    await expect(page.getByText(alias)).toBeHidden();
  }
});
