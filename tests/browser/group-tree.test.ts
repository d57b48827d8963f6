import { moveDevices } from '@vigil/shared/contract/http/devices';
import { createGroup } from '@vigil/shared/contract/http/groups';
import { problems } from '@vigil/shared/contract/problems';
import { addMember } from './support/companies.ts';
import { deviceList, treeItem } from './support/device-list.ts';
import { expect, test } from './support/test.ts';

test(
  'a group is made, filled by dragging, and deleted; its devices go back',
  { tags: 'core' },
  async ({ open, simulated }) => {
    const page = await open('/en/device/all');
    const other = await open('/en/device/all');
    const { cell } = deviceList(page);
    const device = simulated.device(0);

    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByLabel('Group name').fill('Lobby');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const lobby = treeItem(page, 'Lobby');
    await expect(lobby).toBeVisible();
    await expect(treeItem(other, 'Lobby')).toBeVisible();
    const badges = page.getByRole('navigation', { name: 'Subgroups' });
    await expect(badges.getByRole('link', { name: 'Lobby' })).toBeVisible();

    await cell(device, 'alias').dragTo(lobby);
    await expect(page.getByText('1 device was moved to Lobby.')).toBeVisible();
    await expect(lobby).toContainText('1 of 1 online');
    await expect(treeItem(other, 'Lobby')).toContainText('1 of 1 online');

    await lobby.click();
    await expect(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
    await expect(deviceList(page).names).toHaveText([device.alias]);
    await treeItem(other, 'Lobby').click();
    await expect(other.getByRole('heading', { name: 'Lobby' })).toBeVisible();

    await lobby.hover();
    await lobby.getByRole('button', { name: 'Options for Lobby' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Lobby?' });
    await expect(dialog).toContainText('Their devices (1) will be moved to the default group “ROOT”.');
    // The list of the deleted group returns to all devices in every browser; only the others are told why, for a few
    // seconds.
    const reason = 'You have no access to this group, or it was deleted.';
    await Promise.all([
      expect(other.getByRole('alert').filter({ hasText: reason })).toBeVisible(),
      dialog.getByRole('button', { name: 'Delete' }).click(),
    ]);
    await expect(page).toHaveURL(/\/device\/all$/u);
    await expect(lobby).toBeHidden();
    await expect(treeItem(other, 'Lobby')).toBeHidden();
    await expect(other).toHaveURL(/\/device\/all$/u);
    await expect(page.getByText(reason)).toBeHidden();
    await expect(treeItem(page, 'ROOT')).toContainText('12 of 12 online');
  },
);

test('a device is moved from its menu, and the tree is walked by keys', async ({ open, simulated, company }) => {
  await company.client.call(createGroup, { body: { name: 'Annex', group_fk: null } });
  const page = await open('/en/device/all');
  const { cell, menu } = deviceList(page);
  const device = simulated.device(1);
  await cell(device, 'cpu_usage').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Move to group' }).click();
  const dialog = page.getByRole('dialog', { name: `Move ${device.alias}` });
  await dialog.getByLabel('Group').fill('Annex');
  await page.getByRole('option', { name: 'Annex' }).click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(treeItem(page, 'Annex')).toContainText('1 of 1 online');

  await treeItem(page, 'All devices').click();
  for (const name of ['Favourites', 'ROOT', 'Annex']) {
    await page.keyboard.press('ArrowDown');
    await expect(treeItem(page, name)).toBeFocused();
  }
  const dialogNamed = (name: string) => page.getByRole('dialog', { name });
  for (const [key, title] of [
    ['F2', 'Rename Annex'],
    ['Delete', 'Delete Annex?'],
    ['m', 'Move Annex'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(dialogNamed(title)).toBeVisible();
    await dialogNamed(title).getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(dialogNamed(title)).toBeHidden();
    await expect(treeItem(page, 'Annex')).toBeFocused();
  }
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Move group' })).toBeVisible();
  await expect(treeItem(page, 'Annex')).not.toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Move group' })).toBeHidden();
  await expect(treeItem(page, 'Annex')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(treeItem(page, device.alias)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Annex' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Device, group, page or action').fill('move gr');
  await page.getByRole('button', { name: 'Move group · Annex' }).click();
  await expect(dialogNamed('Move Annex')).toBeVisible();
});

test(
  'a member sees the assigned groups and their devices only',
  { tags: 'core' },
  async ({ open, simulated, company, stack }) => {
    const { objects } = await company.client.call(createGroup, { body: { name: 'Kiosks', group_fk: null } });
    const [kiosks] = objects;
    if (!kiosks) throw new Error('the group was not made');
    const own = [simulated.device(2), simulated.device(3)];
    await company.client.call(moveDevices, {
      body: { device_pk: own.map(({ pk }) => pk), new_device_group_fk: kiosks.pk },
    });
    const member = await stack.signIn(await addMember(stack, company, [kiosks.pk]));

    const page = await open('/en/device/all', { as: member, expected: /404/u });
    const { names, heading, sortBy } = deviceList(page);
    await sortBy('Name');
    await expect(names).toHaveText(own.map(({ alias }) => alias).toSorted());
    await expect(heading).toContainText('2 of 2 online');
    await expect(page.getByRole('treeitem')).toHaveCount(3);
    await expect(treeItem(page, 'ROOT')).toBeHidden();
    await expect(page.getByRole('button', { name: 'New group' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add device' })).toBeHidden();
    await page.goto(page.url().replace('all', `all/${simulated.device(6).pk}`));
    await expect(page.getByText('Device not found')).toBeVisible();
  },
);

test('a move that changes who sees a device asks first; a card is dragged, and the default group is not', async ({
  open,
  simulated,
  company,
  stack,
}) => {
  const { objects } = await company.client.call(createGroup, { body: { name: 'Vault', group_fk: null } });
  const vault = objects[0];
  if (!vault) throw new Error('the group was not made');
  await addMember(stack, company, [vault.pk]);
  const page = await open('/en/device');
  await expect(page).toHaveURL(/\/device\/all$/u);
  await page.getByText('Cards', { exact: true }).click();
  const device = simulated.device(8);
  const card = page.getByRole('listitem').filter({ hasText: device.alias });
  await card.dragTo(treeItem(page, 'Vault'));
  const dialog = page.getByRole('dialog', { name: `Move ${device.alias} to Vault?` });
  await expect(dialog).toContainText('Jun Sato will see the device.');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(treeItem(page, 'Vault')).toContainText('1 of 1 online');

  await treeItem(page, 'ROOT').dragTo(treeItem(page, 'Vault'));
  await expect(page.getByText(problems.moved_device_fail.en)).toBeVisible();

  await treeItem(page, 'Vault').hover();
  await treeItem(page, 'Vault').getByRole('button', { name: 'Options for Vault' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete Vault?' });
  await expect(deletion.getByRole('status')).toHaveText('Jun Sato will no longer see the device.');
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await expect(treeItem(page, 'Vault')).toBeHidden();
});

test('a group is moved from its menu, also to the top level; the filter finds devices by name', async ({
  open,
  simulated,
  company,
}) => {
  for (const name of ['North', 'South']) await company.client.call(createGroup, { body: { name, group_fk: null } });
  const page = await open('/en/device/all');
  const moveSouthTo = async (place: string) => {
    await treeItem(page, 'South').hover();
    await treeItem(page, 'South').getByRole('button', { name: 'Options for South' }).click();
    await page.getByRole('menuitem', { name: 'Move group' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move South' });
    await dialog.getByLabel('New parent group').fill(place);
    await page.getByRole('option', { name: place }).click();
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(dialog).toBeHidden();
  };
  await moveSouthTo('North');
  await expect(treeItem(page, 'South')).toBeHidden();
  await treeItem(page, 'North').dblclick();
  await expect(treeItem(page, 'South')).toHaveAttribute('aria-level', '2');
  await moveSouthTo('Top level');
  await expect(treeItem(page, 'South')).toHaveAttribute('aria-level', '1');

  const device = simulated.device(5);
  await page.getByRole('textbox', { name: 'Filter groups and devices' }).fill(device.alias.toLowerCase());
  await expect(treeItem(page, device.alias)).toBeVisible();
  await expect(treeItem(page, 'North')).toBeHidden();
  await treeItem(page, device.alias).click();
  await expect(page).toHaveURL(new RegExp(`/device/\\w+/${device.pk}$`, 'u'));
});
