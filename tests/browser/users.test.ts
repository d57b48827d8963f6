import { createGroup } from '@vigil/shared/contract/http/groups';
import { createUser, readUser, readUserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import { listUsers } from '@vigil/shared/contract/http/users';
import { GroupPk } from '@vigil/shared/contract/ids';
import { createCheck } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { uniqueId } from './support/users.ts';

test(
  'users are added, found, switched off and on again, and deleted, and axe finds nothing',
  { tags: 'core' },
  async ({ open, company }) => {
    const { client } = company;
    const { check, found } = createCheck();
    const id = uniqueId('person');
    for (const name of ['Kim Minsu', 'Lee Jisoo'])
      await client.call(createUser, { body: { mgrid: uniqueId('other'), pw: 'Passw0rd!', name } });
    const rows = async () => (await client.call(listUsers, { query: { search_mode: 'all' } })).objects;

    const page = await open('/en/management/managers');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect(row('Kim Minsu')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Users' })).toHaveCount(1);
    await check(page, 'users');
    await page.getByRole('button', { name: 'Delete selected users' }).click();
    await expect(page.getByText('Please select the users to delete.')).toBeVisible();

    await page.getByRole('link', { name: 'Add user' }).click();
    const save = page.getByRole('button', { name: 'Add user' });
    await save.click();
    await expect(page.getByText('The ID must have 4 to 38 characters')).toBeVisible();
    await page.getByRole('textbox', { name: 'ID' }).fill(id);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Passw0rd!');
    await save.click();
    await expect(page.getByText('Passwords do not match.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('Passw0rd!');
    await page.getByRole('textbox', { name: 'Name' }).fill('Sato Jun');
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
    await expect(page.getByText('Sato Jun was added.')).toBeVisible();
    const added = (await rows()).find(({ mgrid }) => mgrid === id);
    expect(added).toMatchObject({ member_type_id: 6, use_approval: 1, approver_id: company.admin.id });

    // Where the list stands is in its address.
    await page.getByRole('searchbox', { name: 'Search' }).fill(id.slice(0, 12));
    await page.keyboard.press('Enter');
    await expect(row('Kim Minsu')).toBeHidden();
    await page.getByRole('button', { name: 'Email' }).click();
    expect(new URL(page.url()).search).toBe(`?by=email&key=mgrid&value=${id.slice(0, 12)}`);
    await page.reload();
    await expect(row('Sato Jun')).toBeVisible();
    await expect(row('Kim Minsu')).toBeHidden();

    const isActive = page.getByRole('switch', { name: 'Sato Jun is active' });
    const deactivate = page.getByRole('dialog').getByRole('button', { name: 'Deactivate' });
    await expect(async () => {
      // Ignored until the list has loaded.
      if (await deactivate.isHidden()) await isActive.click({ force: true });
      await expect(deactivate).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(page.getByRole('dialog')).toContainText('does not bring these back');
    await deactivate.click();
    await expect(page.getByText('Sato Jun: Inactive')).toBeVisible();
    await isActive.click({ force: true });
    await expect(isActive).toBeChecked();
    await expect.poll(async () => (await rows()).find(({ mgrid }) => mgrid === id)).toMatchObject({ flag_active: 1 });

    await page.getByRole('button', { name: 'Clear' }).click();
    for (const name of ['Kim Minsu', 'Lee Jisoo']) await row(name).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Delete selected users' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Deleted users: 2')).toBeVisible();
    await expect(row('Kim Minsu')).toBeHidden();
    await expect(row(company.admin.id).getByRole('button', { name: 'Delete' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(found).toEqual([]);
  },
);

test(
  'a user is edited in place, and permissions and groups take effect one by one',
  { tags: 'core' },
  async ({ open, company }) => {
    const { client } = company;
    const { check, found } = createCheck();
    const mgrid = uniqueId('person');
    const { objects } = await client.call(createUser, { body: { mgrid, pw: 'Passw0rd!', name: 'Park Hana' } });
    const params = { pk: String(objects[0]?.pk) };
    const site = GroupPk.parse(
      (await client.call(createGroup, { body: { name: 'Site', group_fk: null } })).objects[0]?.pk,
    );
    await client.call(createGroup, { body: { name: 'Room', group_fk: site } });
    const read = async () => (await client.call(readUser, { params })).objects[0];
    const granted = async () =>
      (await client.call(readUserAccessDetails, { params })).objects[0]?.groups.filter(
        ({ link_pk }) => link_pk !== null,
      ).length;

    const page = await open(`/en/management/managers/${params.pk}`, { expected: /422/u });
    await page.getByRole('button', { name: 'Phone: Add', exact: true }).click();
    await page.keyboard.type('010-1234');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Phone: 010-1234' })).toBeVisible();
    await page.getByRole('button', { name: 'Office phone: Add', exact: true }).click();
    await page.keyboard.type('02-555-0100');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Office phone: 02-555-0100' })).toBeVisible();
    expect(await read()).toMatchObject({ phone: '010-1234', tel: '02-555-0100' });

    const can = page.getByRole('region', { name: 'What can this user do?' });
    await expect(can).toContainText('In 0 groups');
    await expect(page.getByRole('switch', { name: 'Restart agents' })).toBeVisible();
    await page.getByRole('switch', { name: 'Remote control' }).click({ force: true });
    await expect(can.getByRole('listitem').filter({ hasText: 'Control devices remotely' })).toBeVisible();
    await page.getByRole('switch', { name: 'View reports' }).click({ force: true });
    await expect.poll(async () => (await read())?.auth_val).toBe(9);
    await page.getByRole('switch', { name: 'File transfer allowed' }).click({ force: true });
    await expect(page.getByRole('switch', { name: 'File transfer', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );

    // On a phone the permissions are folded by what they are for.
    await page.setViewportSize({ width: 390, height: 844 });
    const control = page.getByRole('button', { name: /^Control/u });
    await expect(control).toContainText('1 of 5 on');
    await control.click();
    await page.getByRole('switch', { name: 'Use functions' }).click({ force: true });
    await expect(control).toContainText('2 of 5 on');
    await check(page, 'a user on a phone');
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('searchbox', { name: 'Find a group' }).fill('room');
    await page.getByRole('switch', { name: 'Access to Site/Room' }).click({ force: true });
    await expect(page.getByRole('dialog')).toContainText('This also grants the groups above: Site.');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Grant|Remove) \d+ groups?$/u })
      .click();
    await expect.poll(granted).toBe(2);
    await check(page, 'a user');

    await page.getByRole('button', { name: 'Reset password' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
    await expect(page.getByRole('dialog', { name: 'New password of Park Hana' }).getByText(/^\S{12}$/u)).toBeVisible();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/management\/managers$/u);
    expect(found).toEqual([]);
  },
);

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
  const deactivate = page.getByRole('dialog').getByRole('button', { name: '비활성화' });
  await expect(async () => {
    // Ignored until the list has loaded.
    if (await deactivate.isHidden()) await isActive.click({ force: true });
    await expect(deactivate).toBeVisible({ timeout: 5_000 });
  }).toPass();
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
