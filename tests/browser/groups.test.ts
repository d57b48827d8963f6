import { createGroup } from '@vigil/shared/contract/http/groups';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { createCheck } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test(
  'groups are walked, added and deleted level by level, as a list and as icons',
  { tags: 'core' },
  async ({ open, simulated, company }) => {
    const add = async (name: string, parent: GroupPk | null = null) =>
      (await company.client.call(createGroup, { body: { name, group_fk: parent } })).objects[0]?.pk ?? null;
    const site = await add('Busan');
    for (const name of ['Floor 1', 'Floor 2', 'Floor 3']) await add(name, site);
    const page = await open('/en/management/groups', { expected: /409/u });
    const rows = page.getByRole('table').getByRole('row');
    const row = (name: string) => rows.filter({ hasText: name });
    await expect(row('ROOT')).toContainText(`${simulated.devices.length} devices`);
    await expect(row('Busan').getByRole('cell', { name: '–' })).toHaveCount(3);
    await expect(row('ROOT').getByRole('checkbox')).toBeDisabled();
    const check = createCheck();
    await check.check(page, 'groups', { phone: true });
    // What is selected stays selected while it is not in sight, which is said.
    await row('Busan').getByRole('checkbox').check();
    await page.getByRole('textbox', { name: 'Search this level' }).fill('ROOT');
    await expect(page.getByText('1 selected · 1 on another page')).toBeVisible();
    await page.getByRole('textbox', { name: 'Search this level' }).fill('');
    await expect(row('Busan').getByRole('checkbox')).toBeChecked();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect(row('Busan').getByRole('checkbox')).not.toBeChecked();
    // The actions of a row stay in sight beside the columns that are scrolled on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(row('Busan').getByRole('link', { name: 'Settings of Busan' })).toBeInViewport({ ratio: 1 });
    await expect(row('Busan').getByRole('button', { name: 'Delete Busan' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });

    await row('Busan').getByRole('link', { name: 'Busan', exact: true }).click();
    await expect(page.getByRole('navigation', { name: 'Path' })).toHaveText('Group managementBusan');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Select the groups to delete')).toBeVisible();
    for (const name of ['Floor 1', 'Floor 2']) await row(name).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 groups?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog).toBeHidden();
    await expect(row('Floor')).toHaveCount(1);

    await page.getByRole('button', { name: 'Add group' }).click();
    const create = page.getByRole('dialog', { name: 'New group in Busan' });
    await create.getByRole('textbox').fill('Floor 3');
    await create.getByRole('textbox').press('Enter');
    await expect(create).toContainText('already');
    await create.getByRole('textbox').fill('Roof');
    await create.getByRole('textbox').press('Enter');
    await expect(row('Roof')).toBeVisible();

    await page.getByTitle('Icons').click();
    const folder = page.getByRole('listitem').filter({ hasText: 'Roof' });
    await expect(folder).toContainText('0 devices');
    await check.check(page, 'group icons');
    expect(check.found).toEqual([]);
    await folder.getByRole('link', { name: 'Settings of Roof' }).click();
    await expect(page.getByRole('heading', { name: 'Roof', level: 1 })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'One level up' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Busan' })).toBeVisible();
  },
);
