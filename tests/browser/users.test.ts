import { createGroup } from '@vigil/shared/contract/http/groups';
import { createUser, readUser, readUserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import { listUsers } from '@vigil/shared/contract/http/users';
import { GroupPk, type UserPk } from '@vigil/shared/contract/ids';
import type { Locator, Page } from 'playwright';
import { createCheck } from './support/axe.ts';
import { addCompany, type Company } from './support/companies.ts';
import { PHONE } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';
import { askToDeactivate } from './support/user-list.ts';
import { uniqueId } from './support/users.ts';

const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

async function addUser({ client }: Company, name: string): Promise<{ pk: UserPk; mgrid: string }> {
  const mgrid = uniqueId('person');
  const { objects } = await client.call(createUser, { body: { mgrid, pw: 'Passw0rd!', name } });
  if (!objects[0]) throw new Error('the user was not added');
  return { pk: objects[0].pk, mgrid };
}

/** As the list of users has it. */
const listed = async ({ client }: Company, mgrid: string) =>
  (await client.call(listUsers, { query: { search_mode: 'all' } })).objects.find((one) => one.mgrid === mgrid);

test(
  'a user is added once the form is filled in right, and axe finds nothing',
  { tags: 'core' },
  async ({ open, company }) => {
    const { check, found } = createCheck();
    const [id, name] = [uniqueId('person'), `Sato ${uniqueId('jun')}`];
    const page = await open('/en/management/managers');
    await page.getByRole('link', { name: 'Add user' }).click();
    const save = page.getByRole('button', { name: 'Add user' });
    await save.click();
    await expect(page.getByText('The ID must have 4 to 38 characters')).toBeVisible();
    await page.getByRole('textbox', { name: 'ID' }).fill(id);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Passw0rd!');
    await save.click();
    await expect(page.getByText('Passwords do not match.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('Passw0rd!');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    // Without approval a new user is an ordinary one.
    const sub = page.getByRole('switch', { name: 'Submanager' });
    await sub.click({ force: true });
    await expect(sub).not.toBeChecked();
    await page.getByRole('switch', { name: /^Approval required/u }).click({ force: true });
    await sub.click({ force: true });
    await check(page, 'form of a user');

    // What was typed is not lost by a click beside it.
    await page.getByRole('link', { name: 'All users' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    await save.click();
    await expect(page.getByText(`${name} was added.`)).toBeVisible();
    expect(await listed(company, id)).toMatchObject({
      member_type_id: 6,
      use_approval: 1,
      approver_id: company.admin.id,
    });
    expect(found).toEqual([]);
  },
);

test('where the list of users stands is in its address', { tags: 'core' }, async ({ open, stack }) => {
  const own = await addCompany(stack);
  const { mgrid } = await addUser(own, 'Sato Jun');
  await addUser(own, 'Kim Minsu');
  const page = await open('/en/management/managers', { as: own.client });
  await expect(rowOf(page, 'Kim Minsu')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill(mgrid.slice(0, 12));
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Kim Minsu')).toBeHidden();
  await page.getByRole('button', { name: 'Email' }).click();
  expect(new URL(page.url()).search).toBe(`?by=email&key=mgrid&value=${mgrid.slice(0, 12)}`);
  await page.reload();
  await expect(rowOf(page, 'Sato Jun')).toBeVisible();
  await expect(rowOf(page, 'Kim Minsu')).toBeHidden();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(rowOf(page, 'Kim Minsu')).toBeVisible();
});

test('a user is deactivated after a warning, and activated again', { tags: 'core' }, async ({ open, company }) => {
  const name = `Sato ${uniqueId('jun')}`;
  const { mgrid } = await addUser(company, name);
  const page = await open(`/en/management/managers?key=mgrid&value=${mgrid}`);
  const isActive = page.getByRole('switch', { name: `${name} is active` });
  const deactivate = await askToDeactivate(page, () => isActive.click({ force: true }));
  await expect(page.getByRole('dialog')).toContainText('does not bring these back');
  await deactivate.click();
  await expect(page.getByText(`${name}: Inactive`)).toBeVisible();
  await isActive.click({ force: true });
  await expect(isActive).toBeChecked();
  await expect.poll(() => listed(company, mgrid)).toMatchObject({ flag_active: 1 });
});

test(
  'users are deleted, several in the list or one on its page, but not oneself',
  { tags: 'core' },
  async ({ open, stack }) => {
    const own = await addCompany(stack);
    const { check, found } = createCheck();
    for (const name of ['Kim Minsu', 'Lee Jisoo', 'Park Hana']) await addUser(own, name);
    const page = await open('/en/management/managers', { as: own.client });
    await expect(rowOf(page, 'Kim Minsu')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Users' })).toHaveCount(1);
    await check(page, 'users');
    await page.getByRole('button', { name: 'Delete selected users' }).click();
    await expect(page.getByText('Please select the users to delete.')).toBeVisible();

    for (const name of ['Kim Minsu', 'Lee Jisoo']) await rowOf(page, name).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Delete selected users' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Deleted users: 2')).toBeVisible();
    await expect(rowOf(page, 'Kim Minsu')).toBeHidden();
    await expect(rowOf(page, own.admin.id).getByRole('button', { name: 'Delete' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );

    await rowOf(page, 'Park Hana').getByRole('link').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/management\/managers$/u);
    expect(found).toEqual([]);
  },
);

test('the fields of a user are edited in place', { tags: 'core' }, async ({ open, company }) => {
  const { pk } = await addUser(company, 'Park Hana');
  const page = await open(`/en/management/managers/${pk}`);
  await page.getByRole('button', { name: 'Phone: Add', exact: true }).click();
  await page.keyboard.type('010-1234');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Phone: 010-1234' })).toBeVisible();
  await page.getByRole('button', { name: 'Office phone: Add', exact: true }).click();
  await page.keyboard.type('02-555-0100');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Office phone: 02-555-0100' })).toBeVisible();
  const { objects } = await company.client.call(readUser, { params: { pk: String(pk) } });
  expect(objects[0]).toMatchObject({ phone: '010-1234', tel: '02-555-0100' });
});

test('permissions of a user take effect one by one, also on a phone', { tags: 'core' }, async ({ open, company }) => {
  const { check, found } = createCheck();
  const { pk } = await addUser(company, 'Park Hana');
  const page = await open(`/en/management/managers/${pk}`);
  const can = page.getByRole('region', { name: 'What can this user do?' });
  await expect(can).toContainText('In 0 groups');
  await expect(page.getByRole('switch', { name: 'Restart agents' })).toBeVisible();
  await page.getByRole('switch', { name: 'Remote control' }).click({ force: true });
  await expect(can.getByRole('listitem').filter({ hasText: 'Control devices remotely' })).toBeVisible();
  await page.getByRole('switch', { name: 'View reports' }).click({ force: true });
  const rights = async () => (await company.client.call(readUser, { params: { pk: String(pk) } })).objects[0]?.auth_val;
  await expect.poll(rights).toBe(9);
  await page.getByRole('switch', { name: 'File transfer allowed' }).click({ force: true });
  await expect(page.getByRole('switch', { name: 'File transfer', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  // On a phone the permissions are folded by what they are for.
  await page.setViewportSize(PHONE);
  const control = page.getByRole('button', { name: /^Control/u });
  await expect(control).toContainText('1 of 5 on');
  await control.click();
  await page.getByRole('switch', { name: 'Use functions' }).click({ force: true });
  await expect(control).toContainText('2 of 5 on');
  await check(page, 'a user on a phone');
  expect(found).toEqual([]);
});

test('access to a group is granted together with the groups above it', { tags: 'core' }, async ({ open, company }) => {
  const { check, found } = createCheck();
  const { pk } = await addUser(company, 'Park Hana');
  const siteName = uniqueId('Site');
  const { objects: sites } = await company.client.call(createGroup, { body: { name: siteName, group_fk: null } });
  const site = GroupPk.parse(sites[0]?.pk);
  await company.client.call(createGroup, { body: { name: 'Room', group_fk: site } });
  const granted = async () => {
    const { objects } = await company.client.call(readUserAccessDetails, { params: { pk: String(pk) } });
    return objects[0]?.groups.filter(({ link_pk }) => link_pk !== null).length;
  };

  const page = await open(`/en/management/managers/${pk}`);
  await page.getByRole('searchbox', { name: 'Find a group' }).fill('room');
  await page.getByRole('switch', { name: `Access to ${siteName}/Room` }).click({ force: true });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`This also grants the groups above: ${siteName}.`);
  await dialog.getByRole('button', { name: /^(Grant|Remove) \d+ groups?$/u }).click();
  await expect.poll(granted).toBe(2);
  await check(page, 'a user');
  expect(found).toEqual([]);
});

test('what can go wrong with users and groups is said in Korean, too', async ({ open, company }) => {
  await company.client.call(createGroup, { body: { name: '본사', group_fk: null } });
  const page = await open('/ko/management/managers', { expected: /409/u });
  const says = (text: string | RegExp) => expect(page.getByText(text)).toBeVisible();
  await page.getByRole('button', { name: '선택한 사용자 삭제' }).click();
  await says('삭제할 사용자를 선택해 주세요.');

  await page.getByRole('link', { name: '사용자 추가' }).click();
  const save = page.getByRole('button', { name: '사용자 추가' });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await save.click();
  await says('아이디는 영문, 숫자, @ . _ - 4~38자로 입력해 주세요.');
  await field('아이디').fill(company.admin.id);
  await says('이미 사용 중인 아이디입니다.');
  await field('아이디').fill(uniqueId('person'));
  await field('비밀번호').fill('short');
  await save.click();
  await says('대문자, 소문자, 숫자, 특수문자(# ? ! @ $ % ^ & * -)를 포함해 8~12자로 입력해 주세요.');
  await field('비밀번호').fill('Passw0rd!');
  await save.click();
  await says('비밀번호가 일치하지 않습니다.');
  await field('비밀번호 확인').fill('Passw0rd!');
  await save.click();
  await says('이름을 입력해 주세요.');
  await field('이름').fill('김민수');
  await save.click();
  await says('김민수 사용자가 추가되었습니다.');

  const row = page.getByRole('row').filter({ hasText: '김민수' });
  await expect(row).toBeVisible();
  const isActive = page.getByRole('switch', { name: '김민수 활성' });
  const deactivate = await askToDeactivate(page, () => isActive.click({ force: true }), '비활성화');
  await deactivate.click();
  await says('김민수: 비활성');
  await row.getByRole('button', { name: '삭제' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click();
  await says('사용자 1명이 삭제되었습니다.');

  await page.getByRole('link', { name: '그룹', exact: true }).click();
  await page.getByRole('button', { name: '삭제', exact: true }).click();
  await says('삭제할 그룹을 선택하세요');
  await page.getByRole('button', { name: '그룹 추가' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('본사');
  await page.keyboard.press('Enter');
  await says('같은 위치에 동일한 그룹 이름이 있습니다.');
});
