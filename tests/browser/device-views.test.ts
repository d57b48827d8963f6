import { listDevices, updateDevice } from '@vigil/shared/contract/http/devices';
import type { Page, Route } from 'playwright';
import { deviceList, treeItem } from './support/device-list.ts';
import { expectNextFrame, expectPainted } from './support/images.ts';
import { signOut } from './support/sign-in-form.ts';
import type { Device } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';

test('cards and live tiles show the same devices, and the way of looking is kept', async ({ open, simulated }) => {
  const page = await open('/en/device/all');
  const { card, cell, bulk, showAs } = deviceList(page);
  const device = simulated.device(0);
  await expect(cell(device, 'alive')).toHaveText('Online');

  await showAs('Cards');
  await expect(card(device)).toContainText('Online');
  await expect(card(device)).toContainText(/\d\s?%/u);
  await card(device).getByRole('checkbox').check();
  await expect(bulk).toContainText('1 selected');
  await using _off = simulated.turnOff(0);
  await expect(card(device)).toContainText('Offline');

  await showAs('Screens');
  await expect(card(device)).toContainText('OFFLINE');
  await page.reload();
  await expect(card(device)).toContainText('OFFLINE');
  await simulated.turnOn(0);
  await expect(card(device)).not.toContainText('OFFLINE');
});

test('live tiles are painted, and painted again', { tags: 'core' }, async ({ open, simulated }) => {
  const page = await open('/en/device/all');
  const { card, showAs } = deviceList(page);
  await showAs('Screens');
  for (const index of [1, 2]) {
    const screen = card(simulated.device(index)).getByRole('img', { name: /^Screen of/u });
    await expectPainted(screen);
    await expectNextFrame(screen);
  }
});

/** The lists that the browser keeps. */
const countCached = (page: Page): Promise<unknown> =>
  page.evaluate(
    `new Promise((resolve) => {
      const opening = indexedDB.open('vigil');
      opening.onsuccess = () => {
        const count = opening.result.transaction('cache').objectStore('cache').count();
        count.onsuccess = () => {
          opening.result.close();
          resolve(count.result);
        };
      };
    })`,
  );

test('the list of the last visit is shown at once with its age, and not after a sign-out', async ({
  open,
  stack,
  company,
  simulated,
}) => {
  const page = await open('/en/device/all', { as: await stack.signIn(company.admin) });
  const { names, heading } = deviceList(page);
  await expect(names).toHaveCount(simulated.devices.length);
  await expect(heading).toContainText(`${simulated.devices.length} of`);
  await expect.poll(() => countCached(page)).toBe(1);
  const held: Route[] = [];
  await page.route('**/devices?**', (route) => void held.push(route));
  await page.reload();
  await expect(names).toHaveCount(simulated.devices.length);
  await expect(heading).toContainText('being updated');
  await Promise.all(held.map((route) => route.continue()));
  await expect(heading).not.toContainText('being updated');
  await signOut(page);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await expect.poll(() => countCached(page)).toBe(0);
});

test(
  'names, memos and configurations are edited in the table; what another user changed meanwhile is asked about',
  { tags: 'core' },
  async ({ open, company, simulated }) => {
    const page = await open('/en/device/all');
    const { edit, names, showAs, sortBy } = deviceList(page);
    const [first, second, third] = [simulated.device(2), simulated.device(3), simulated.device(4)];
    await sortBy('Name');
    await expect(names).toHaveCount(simulated.devices.length);
    await edit.click();
    const field = (name: string, { alias }: Device) => page.getByRole('textbox', { name: `${name} – ${alias}` });
    const bar = page.getByRole('toolbar', { name: 'Unsaved changes' });
    await field('Name', first).fill('Reception');
    await field('Memo', first).fill('by the door');
    await field('Memo', second).fill('spare\nasked for \u202Eby Lee');
    await field('Name', third).fill('');
    await expect(page.getByText('Please enter a name.')).toBeVisible();
    await expect(bar).toContainText('3 devices changed');
    await expect(bar).toContainText('1 is not valid');
    await field('Name', third).fill(third.alias);

    const change = (device: Device, alias: string) =>
      company.client.call(updateDevice, { params: { pk: String(device.pk) }, body: { alias } });
    await change(first, 'Lobby');
    const conflict = page.getByRole('alert').filter({ hasText: 'another user' });
    await expect(conflict).toContainText('Yours: Reception. Now: Lobby');
    await expect(bar.getByRole('button', { name: 'Save 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await bar.getByRole('button', { name: 'Save 2' }).click();
    await expect(bar).toContainText('No changes yet');
    const { objects } = await company.client.call(listDevices, { query: { search_mode: 'all' } });
    const stored = (device: Device) => objects.find(({ pk }) => pk === device.pk);
    expect(stored(first)).toMatchObject({ alias: 'Reception', memo: 'by the door' });
    expect(stored(second)).toMatchObject({ memo: 'spare\nasked for by Lee' });

    // Neither another page, nor another view, nor another list loses what was typed without a question.
    await field('Memo', second).fill('not saved');
    const question = page.getByRole('dialog', { name: 'Unsaved changes' });
    const account = page.getByRole('link', { name: 'Administration' }).first();
    for (const leave of [() => account.click(), () => showAs('Screens'), () => treeItem(page, 'Favourites').click()]) {
      await leave();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(field('Memo', second)).toHaveValue('not saved');
    }
    await showAs('Table');
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(names.filter({ hasText: 'Reception' })).toBeVisible();
    await change(first, first.alias);
  },
);
