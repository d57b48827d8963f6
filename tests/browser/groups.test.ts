import { createGroup } from '@vigil/shared/contract/http/groups';
import type { GroupPk } from '@vigil/shared/contract/ids';
import type { Page } from 'playwright';
import { createCheck } from './support/axe.ts';
import type { Company } from './support/companies.ts';
import { DESKTOP, PHONE } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

const LIST = '/en/management/groups';

/** A group with groups in it. */
async function addSite({ client }: Company, name: string, floors: readonly string[]): Promise<void> {
  const add = async (group: string, parent: GroupPk | null) =>
    (await client.call(createGroup, { body: { name: group, group_fk: parent } })).objects[0]?.pk ?? null;
  const site = await add(name, null);
  for (const floor of floors) await add(floor, site);
}

const rowOf = (page: Page, name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name });

test(
  'a level of groups is a list, in which what is selected stays so out of sight',
  { tags: 'core' },
  async ({ open, simulated, company }) => {
    await addSite(company, 'Busan', ['Floor 1', 'Floor 2', 'Floor 3']);
    const page = await open(LIST);
    const [root, busan] = [rowOf(page, 'ROOT'), rowOf(page, 'Busan')];
    await expect(root).toContainText(`${simulated.devices.length} devices`);
    await expect(busan.getByRole('cell', { name: '–' })).toHaveCount(3);
    await expect(root.getByRole('checkbox')).toBeDisabled();
    const { check, found } = createCheck();
    await check(page, 'groups', { phone: true });
    await busan.getByRole('checkbox').check();
    await page.getByRole('textbox', { name: 'Search this level' }).fill('ROOT');
    await expect(page.getByText('1 selected · 1 on another page')).toBeVisible();
    await page.getByRole('textbox', { name: 'Search this level' }).fill('');
    await expect(busan.getByRole('checkbox')).toBeChecked();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect(busan.getByRole('checkbox')).not.toBeChecked();
    // The actions of a row stay in sight beside the columns that are scrolled on a phone.
    await page.setViewportSize(PHONE);
    await expect(busan.getByRole('link', { name: 'Settings of Busan' })).toBeInViewport({ ratio: 1 });
    await expect(busan.getByRole('button', { name: 'Delete Busan' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(DESKTOP);
    expect(found).toEqual([]);
  },
);

test('groups are added and deleted in the level that is shown', { tags: 'core' }, async ({ open, company }) => {
  await addSite(company, 'Seoul', ['Floor 1', 'Floor 2', 'Floor 3']);
  const page = await open(LIST, { expected: /409/u });
  await rowOf(page, 'Seoul').getByRole('link', { name: 'Seoul', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Path' })).toHaveText('Group managementSeoul');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Select the groups to delete')).toBeVisible();
  for (const name of ['Floor 1', 'Floor 2']) await rowOf(page, name).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 groups?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'Floor')).toHaveCount(1);

  await page.getByRole('button', { name: 'Add group' }).click();
  const create = page.getByRole('dialog', { name: 'New group in Seoul' });
  await create.getByRole('textbox').fill('Floor 3');
  await create.getByRole('textbox').press('Enter');
  await expect(create).toContainText('already');
  await create.getByRole('textbox').fill('Roof');
  await create.getByRole('textbox').press('Enter');
  await expect(rowOf(page, 'Roof')).toBeVisible();
});

test('groups as icons lead to their settings, and back a level up', { tags: 'core' }, async ({ open, company }) => {
  await addSite(company, 'Daegu', ['Roof']);
  const page = await open(LIST);
  await rowOf(page, 'Daegu').getByRole('link', { name: 'Daegu', exact: true }).click();
  await page.getByTitle('Icons').click();
  const folder = page.getByRole('listitem').filter({ hasText: 'Roof' });
  await expect(folder).toContainText('0 devices');
  const { check, found } = createCheck();
  await check(page, 'group icons');
  expect(found).toEqual([]);
  await folder.getByRole('link', { name: 'Settings of Roof' }).click();
  await expect(page.getByRole('heading', { name: 'Roof', level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'One level up' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Daegu' })).toBeVisible();
});
