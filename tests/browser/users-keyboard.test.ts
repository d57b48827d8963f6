import { createGroup } from '@vigil/shared/contract/http/groups';
import { createUser } from '@vigil/shared/contract/http/user-changes';
import { listUsers } from '@vigil/shared/contract/http/users';
import { GroupPk, type UserPk } from '@vigil/shared/contract/ids';
import type { Stack } from '../support/stack.ts';
import { addCompany, type Company } from './support/companies.ts';
import { expectFocusReturn, tabThrough, tabTo } from './support/keyboard.ts';
import { PHONE } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';
import { askToDeactivate } from './support/user-list.ts';
import { uniqueId } from './support/users.ts';

const addUser = async ({ client }: Company, name: string): Promise<UserPk> => {
  const body = { mgrid: uniqueId('person'), pw: 'Passw0rd!', name };
  const { objects } = await client.call(createUser, { body });
  if (!objects[0]) throw new Error('the user was not added');
  return objects[0].pk;
};
const addGroup = async ({ client }: Company, name: string, parent: GroupPk | null = null): Promise<GroupPk> =>
  GroupPk.parse((await client.call(createGroup, { body: { name, group_fk: parent } })).objects[0]?.pk);

test('a user is edited by the keyboard alone: fields, permissions, groups, and the way out of each dialog', async ({
  open,
  company,
}) => {
  const pk = await addUser(company, 'Park Hana');
  await addGroup(company, 'Room', await addGroup(company, 'Site'));
  const page = await open(`/en/management/managers/${pk}`, { expected: /422/u });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const toggle = (name: string) => page.getByRole('switch', { name, exact: true });

  // Escape and Enter end an edit in place, and give the focus back to what began it.
  await tabTo(page, button('Phone: Add'));
  await page.keyboard.press('Enter');
  await page.keyboard.type('010');
  await page.keyboard.press('Escape');
  await expect(button('Phone: Add')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.type('010-1234');
  await page.keyboard.press('Enter');
  await expect(button('Phone: 010-1234')).toBeFocused();

  // Permissions, a group after the other; what is locked has the focus as well, and says why.
  const see = ['Monitor devices', 'Remote view', 'View reports', 'Live view'];
  const control = ['Remote control', 'File transfer', 'File transfer allowed', 'Use functions'];
  await tabThrough(
    page,
    [...see, ...control].map((name) => toggle(name)),
  );
  await expect(toggle('Monitor devices')).toHaveAccessibleDescription('Monitoring is always on');
  await page.keyboard.press('Space');
  const can = page.getByRole('region', { name: 'What can this user do?' });
  await expect(can.getByRole('listitem').filter({ hasText: 'Acknowledge and resolve incidents' })).toBeVisible();
  await expect(toggle('Use functions')).toBeFocused();
  await expect(toggle('Use functions')).toBeChecked();

  await tabTo(page, page.getByRole('searchbox', { name: 'Find a group' }));
  await page.keyboard.type('room');
  const room = toggle('Access to Site/Room');
  await expect(toggle('Access to Site')).toBeHidden();
  await page.keyboard.press('Tab');
  await expectFocusReturn(page, room, 'Space');
  await expect(room).not.toBeChecked();
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog').getByRole('button', { name: /^(Grant|Remove) \d+ groups?$/u })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(room).toBeChecked();
  await expect(room).toBeFocused();

  await tabTo(page, button('Delete'));
  await expectFocusReturn(page, button('Delete'));
});

/**
 * A company of six users.
 * @returns with what their names begin, and the address of the list that is ordered by names
 */
async function addSixUsers(stack: Stack): Promise<{ own: Company; prefix: string; path: string }> {
  const own = await addCompany(stack);
  const prefix = `Keys ${uniqueId('list')}`;
  for (let i = 10; i < 16; i += 1) await addUser(own, `${prefix} ${i}`);
  const query = new URLSearchParams({ size: '5', by: 'name', key: 'name', value: prefix });
  return { own, prefix, path: `/en/management/managers?${String(query)}` };
}

test('the list of users is searched and ordered by the keyboard alone', async ({ open, stack }) => {
  const { own, prefix } = await addSixUsers(stack);
  const page = await open('/en/management/managers?size=5', { as: own.client });
  const rows = page.getByRole('row').filter({ hasText: prefix });
  const key = page.getByRole('combobox', { name: 'Search in' });
  await tabTo(page, key);
  await page.keyboard.press('Space');
  const byName = page.getByRole('option', { name: 'Name', exact: true });
  await expect(async () => {
    // Where the list begins is set a moment after it is shown.
    await page.keyboard.press('ArrowDown');
    await expect(byName).toHaveAttribute('data-combobox-selected', 'true', { timeout: 200 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(key).toHaveValue('Name');
  await page.keyboard.press('Tab');
  await page.keyboard.type(prefix);
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(5);
  await expect(page.getByText('1–5 of 6')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();

  const order = page.getByRole('button', { name: 'Name', exact: true });
  await tabTo(page, order);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(order).toBeFocused();
  await expect(rows.first()).toContainText(`${prefix} 10`);
});

test('a row of the list of users is worked by the keyboard alone: its checkbox, page, switch and deletion', async ({
  open,
  stack,
}) => {
  const { own, prefix, path } = await addSixUsers(stack);
  const page = await open(path, { as: own.client });
  const first = page.getByRole('row').filter({ hasText: `${prefix} 10` });
  const isActive = first.getByRole('switch');
  const remove = first.getByRole('button', { name: /^Delete/u });
  await tabThrough(page, [first.getByRole('checkbox'), first.getByRole('link'), isActive, remove]);
  await expectFocusReturn(page, remove);
  await page.keyboard.press('Shift+Tab');
  await expect(isActive).toBeFocused();
  const deactivate = await askToDeactivate(page, () => page.keyboard.press('Space'));
  await tabTo(page, deactivate);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${prefix} 10: Inactive`)).toBeVisible();
  await expect(isActive).toBeFocused();
  const { objects } = await own.client.call(listUsers, { query: { search_mode: 'all' } });
  expect(objects.find(({ name }) => name === `${prefix} 10`)).toMatchObject({ flag_active: 0 });
});

test('users are selected, deleted and opened by the keyboard alone', async ({ open, stack }) => {
  const { own, prefix, path } = await addSixUsers(stack);
  const page = await open(path, { as: own.client });
  const row = (n: number) => page.getByRole('row').filter({ hasText: `${prefix} ${n}` });
  const remove = page.getByRole('button', { name: 'Delete selected users', exact: true });
  await tabTo(page, row(11).getByRole('checkbox'));
  await page.keyboard.press('Space');
  await expect(row(11).getByRole('checkbox')).toBeChecked();
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  // What cannot be undone is not one press of Enter away.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(row(11)).toBeHidden();
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();

  await tabTo(page, row(12).getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `${prefix} 12`, level: 1 })).toBeVisible();
});

test('groups are worked by the keyboard alone: levels, selection, views, and the way out of each dialog', async ({
  open,
  company,
}) => {
  const site = await addGroup(company, 'Busan');
  for (const name of ['Floor 1', 'Floor 2']) await addGroup(company, name, site);
  const page = await open('/en/management/groups');
  const row = (name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');

  await tabTo(page, row('Busan').getByRole('link', { name: 'Busan', exact: true }));
  await page.keyboard.press('Enter');
  await expect(row('Floor 1')).toBeVisible();
  const [checkbox, remove] = [row('Floor 1').getByRole('checkbox'), button('Delete Floor 1')];
  await tabThrough(page, [
    checkbox,
    row('Floor 1').getByRole('link', { name: 'Floor 1', exact: true }),
    row('Floor 1').getByRole('link', { name: 'Settings of Floor 1' }),
    remove,
  ]);
  await expectFocusReturn(page, remove);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(row('Floor 2').getByRole('checkbox')).toBeChecked();
  await tabTo(page, button('Delete 1'));
  await expectFocusReturn(page, button('Delete 1'));

  await tabTo(page, button('Add group'));
  await expectFocusReturn(page, button('Add group'));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Roof');
  await page.keyboard.press('Enter');
  await expect(row('Roof')).toBeVisible();
  await expect(button('Add group')).toBeFocused();

  await tabTo(page, page.getByRole('radio', { name: 'List' }));
  await page.keyboard.press('ArrowRight');
  const folder = page.getByRole('listitem').filter({ hasText: 'Roof' });
  await tabTo(page, folder.getByRole('link', { name: /^Roof/u }));
  await page.keyboard.press('Tab');
  await expect(folder.getByRole('link', { name: 'Settings of Roof' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expectFocusReturn(page, folder.getByRole('button', { name: 'Delete Roof' }));
  await tabTo(page, button('Back'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Busan' })).toBeVisible();
});

test('a group is edited by the keyboard alone: fields, thresholds, users and devices', async ({
  open,
  company,
  simulated,
}) => {
  const group = await addGroup(company, 'Detail');
  await addUser(company, 'Kim Keys');
  const device = simulated.device(0);
  const page = await open(`/en/groups/detail/${group}`);
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await tabThrough(page, ['Name: Detail', 'Manager: Add', 'Email: Add', 'Phone: Add'].map(button));
  await page.keyboard.press('Enter');
  await page.keyboard.type('051');
  await page.keyboard.press('Enter');
  await expect(button('Phone: 051')).toBeFocused();

  const cpu = section('Alert thresholds').getByRole('row').filter({ hasText: 'CPU usage' });
  await tabTo(page, cpu.getByRole('textbox'));
  await page.keyboard.type('85');
  await page.keyboard.press('Enter');
  const withdraw = button('Remove own value: CPU usage');
  await tabTo(page, withdraw);
  await page.keyboard.press('Space');
  await expect(withdraw).toBeHidden();

  const users = section('Users in this group');
  const add = users.getByRole('button', { name: 'Add user' });
  await tabTo(page, add);
  await expectFocusReturn(page, add);
  await page.keyboard.press('Enter');
  const choice = page.getByRole('dialog').getByRole('button', { name: 'Select: Kim Keys' });
  await tabTo(page, choice);
  await page.keyboard.press('Enter');
  await expect(users).toContainText('Kim Keys');
  await tabTo(page, button('Remove Kim Keys'));
  await page.keyboard.press('Enter');
  await expect(users).toContainText('No user has access to this group');

  const others = section('All other devices');
  await tabTo(page, others.getByRole('searchbox'));
  await page.keyboard.type(device.alias);
  await tabTo(page, button(`Add: ${device.alias}`));
  await page.keyboard.press('Space');
  const inside = section('Devices in this group');
  await expect(inside).toContainText(device.alias);
  await tabTo(page, button(`Remove: ${device.alias}`));
  await page.keyboard.press('Enter');
  await expect(inside).toContainText('No devices');
});

/** Keys of texts, and placeholders without their values. */
const WITHOUT_TEXT = /\{\{|\b[a-z]+(?:_[a-z]+)*\.[a-z]+(?:[._][a-z]+)*\b(?<!vigil\.test)/u;
const letters = { ko: /\p{Script=Hangul}/u, ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u };

for (const language of ['ko', 'ja'] as const)
  test(`users and groups have every text in their language, and fit on a phone (${language})`, async ({
    open,
    company,
    simulated,
  }) => {
    const users = await textsOf(language, 'users');
    const pk = await addUser(company, `Lee ${language}`);
    const site = await addGroup(company, `Site ${language}`);
    await addGroup(company, 'Room', site);
    expect(simulated.devices.length).toBeGreaterThan(0);
    const page = await open(`/${language}/management/managers`);
    const paths = [
      'management/managers',
      `management/managers/${pk}`,
      'management/managers/add',
      'management/groups',
      `management/groups/${site}`,
      `groups/detail/${site}`,
    ];
    const onDesktopOnly = ['management/managers/add'];
    const found: string[] = [];
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(new URL(`/${language}/${path}`, page.url()).href);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
      for (const heading of await page.locator('h2, h3, th').allInnerTexts())
        // `ID` is one in every language.
        if (!['', 'ID'].includes(heading.trim()) && !letters[language].test(heading))
          found.push(`${path}: heading ${heading}`);
      const main = await page.locator('main').first().innerText();
      const missing = WITHOUT_TEXT.exec(main.replaceAll(/\S+@\S+/gu, ''));
      if (missing) found.push(`${path}: text ${missing[0]}`);
      await page.setViewportSize(PHONE);
      await expect
        .poll(async () => Number(await page.evaluate('document.documentElement.scrollWidth')), { message: path })
        .toBeLessThanOrEqual(PHONE.width);
      if (onDesktopOnly.includes(path)) await expect(page.getByText(users('not_on_phone'))).toBeVisible();
    }
    expect(found).toEqual([]);
  });
