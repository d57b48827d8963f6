import { createGroup } from '@vigil/shared/contract/http/groups';
import { moveDevices } from '@vigil/shared/contract/http/devices';
import { addMember } from './support/companies.ts';
import { deviceList, treeItem } from './support/device-list.ts';
import { expect, test } from './support/test.ts';

test('a group is made, filled by dragging, and deleted; its devices go back', async ({ open, simulated }) => {
  const page = await open('/en/device/all');
  const other = await open('/en/device/all');
  const { cell } = deviceList(page);
  const device = simulated.device(0);

  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByLabel('Group name').fill('Lobby');
  await page.getByRole('button', { name: 'Save' }).click();
  const lobby = treeItem(page, 'Lobby');
  await expect(lobby).toBeVisible();
  await expect(treeItem(other, 'Lobby')).toBeVisible();

  await cell(device, 'alias').dragTo(lobby);
  await expect(page.getByText('1 device was moved to Lobby.')).toBeVisible();
  await expect(lobby).toContainText('1 of 1 online');
  await expect(treeItem(other, 'Lobby')).toContainText('1 of 1 online');

  await lobby.click();
  await expect(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
  await expect(deviceList(page).names).toHaveText([device.alias]);

  await lobby.hover();
  await lobby.getByRole('button', { name: 'Options for Lobby' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Lobby?' });
  await expect(dialog).toContainText('Their devices (1) will be moved to the default group.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/device\/all$/u);
  await expect(lobby).toBeHidden();
  await expect(treeItem(other, 'Lobby')).toBeHidden();
  await expect(treeItem(page, 'ROOT')).toContainText('12 of 12 online');
});

test('a device is moved from its menu, and the tree is walked by keys', async ({ open, simulated, company }) => {
  await company.client.call(createGroup, { body: { name: 'Annex', group_fk: null } });
  const page = await open('/en/device/all');
  const { cell, menu } = deviceList(page);
  const device = simulated.device(1);
  await cell(device, 'cpu_usage').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Move to group' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 1 device' });
  await dialog.getByLabel('Group').fill('Annex');
  await page.getByRole('option', { name: 'Annex' }).click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(treeItem(page, 'Annex')).toContainText('1 of 1 online');

  await treeItem(page, 'All devices').click();
  for (const name of ['Favourites', 'ROOT', 'Annex']) {
    await page.keyboard.press('ArrowDown');
    await expect(treeItem(page, name)).toBeFocused();
  }
  await page.keyboard.press('ArrowRight');
  await expect(treeItem(page, device.alias)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Annex' })).toBeVisible();
});

test('a member sees the assigned groups and their devices only', async ({ open, simulated, company, stack }) => {
  const { objects } = await company.client.call(createGroup, { body: { name: 'Kiosks', group_fk: null } });
  const [kiosks] = objects;
  if (!kiosks) throw new Error('the group was not made');
  const own = [simulated.device(2), simulated.device(3)];
  await company.client.call(moveDevices, {
    body: { device_pk: own.map(({ pk }) => pk), new_device_group_fk: kiosks.pk },
  });
  const member = await stack.signIn(await addMember(stack, company, [kiosks.pk]));

  const page = await open('/en/device/all', { as: member, expected: /404/u });
  const { names, heading } = deviceList(page);
  await expect(names).toHaveText(own.map(({ alias }) => alias).toSorted());
  await expect(heading).toContainText('2 of 2 online');
  await expect(page.getByRole('treeitem')).toHaveCount(3);
  await expect(treeItem(page, 'ROOT')).toBeHidden();
  await expect(page.getByRole('button', { name: 'New group' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add device' })).toBeHidden();
  await page.goto(page.url().replace('all', `all/${simulated.device(6).pk}`));
  await expect(page.getByText('Device not found')).toBeVisible();
});
