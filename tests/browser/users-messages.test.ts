import { addGroupMember } from '@vigil/shared/contract/http/group-links';
import { createGroup } from '@vigil/shared/contract/http/groups';
import { createUser, deleteUser, updateUser } from '@vigil/shared/contract/http/user-changes';
import { GroupPk } from '@vigil/shared/contract/ids';
import { bothLanguages } from './support/sign-in-form.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';
import { uniqueId } from './support/users.ts';

test.for(bothLanguages)(
  'the messages of spec 3 §8 about groups, their devices and their users are shown (%s)',
  async (language, { open, company, simulated }) => {
    const [t, groups, tree] = await Promise.all([
      textsOf(language, 'group'),
      textsOf(language, 'groups'),
      textsOf(language, 'tree'),
    ]);
    const { client } = company;
    const add = async (name: string) =>
      GroupPk.parse((await client.call(createGroup, { body: { name, group_fk: null } })).objects[0]?.pk);
    const group = await add(`Site ${language}`);
    for (const name of ['Annex', 'Depot']) await add(`${name} ${language}`);
    const body = { mgrid: uniqueId('person'), pw: 'Passw0rd!', name: `Lee ${language}` };
    const user = (await client.call(createUser, { body })).objects[0]!;
    await client.call(addGroupMember, { body: { device_group_fk: group, member_fk: user.pk } });
    const device = simulated.device(language === 'en' ? 1 : 2);

    const page = await open(`/${language}/groups/detail/${group}`);
    const says = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
    const section = (key: Parameters<typeof t>[0]) => page.getByRole('region', { name: t(key), exact: true });
    const goOn = () => page.getByRole('dialog').getByRole('button').last().click();

    await page.getByRole('button', { name: new RegExp(`^${t('field.manager_name')}:`, 'u') }).click();
    await page.keyboard.type('Hana Kim');
    await page.keyboard.press('Enter');
    await says(t('changed_group_info'));

    // The user of the group gains and loses sight of the device.
    await section('devices.others').getByRole('searchbox').fill(device.alias);
    await page.getByRole('button', { name: `${t('devices.add')}: ${device.alias}`, exact: true }).click();
    await goOn();
    await says(t('devices.added_device_in_group', { alias: device.alias }));
    await page.getByRole('button', { name: `${t('devices.remove')}: ${device.alias}`, exact: true }).click();
    await goOn();
    await says(t('devices.removed_device_in_group', { alias: device.alias }));

    await page.getByRole('button', { name: t('users.remove', { name: user.name }), exact: true }).click();
    await says(t('users.user_in_group_remove_success', { name: user.name }));

    // One, and several at once.
    await page.goto(new URL(`/${language}/management/groups`, page.url()).href);
    await page.getByRole('button', { name: groups('delete_of', { name: `Site ${language}` }), exact: true }).click();
    await goOn();
    await says(tree('deleted_group'));
    for (const name of [`Annex ${language}`, `Depot ${language}`])
      await page.getByRole('checkbox', { name: groups('select', { name }) }).click();
    await page.getByRole('button', { name: groups('delete_selected', { count: 2 }), exact: true }).click();
    await goOn();
    await says(groups('deleted_group_other', { count: 2 }));
  },
);

test('a group that is open in another browser shows its users as they are: renamed, and without a deleted one', async ({
  open,
  company,
}) => {
  const { client } = company;
  const body = { mgrid: uniqueId('person'), pw: 'Passw0rd!', name: 'Choi Yuna' };
  const user = (await client.call(createUser, { body })).objects[0]!;
  const group = GroupPk.parse(
    (await client.call(createGroup, { body: { name: 'Open', group_fk: null } })).objects[0]?.pk,
  );
  await client.call(addGroupMember, { body: { device_group_fk: group, member_fk: user.pk } });
  const params = { pk: String(user.pk) };
  const page = await open(`/en/groups/detail/${group}`);
  const users = page.getByRole('region', { name: 'Users in this group' });
  await expect(users).toContainText('Choi Yuna');
  await client.call(updateUser, { params, body: { name: 'Choi Yura' } });
  await expect(users).toContainText('Choi Yura');
  await client.call(deleteUser, { params });
  await expect(users).toContainText('No user has access to this group');
});

test('the users of a group are shown by pages; one that has lost its rows gives way to the last that has some', async ({
  open,
  company,
}) => {
  const { client } = company;
  const group = GroupPk.parse(
    (await client.call(createGroup, { body: { name: 'Many', group_fk: null } })).objects[0]?.pk,
  );
  const prefix = uniqueId('many');
  for (let i = 10; i <= 20; i += 1) {
    const body = { mgrid: `${prefix}-${i}`, pw: 'Passw0rd!', name: `Member ${i}` };
    const user = (await client.call(createUser, { body })).objects[0]!;
    await client.call(addGroupMember, { body: { device_group_fk: group, member_fk: user.pk } });
  }
  const page = await open(`/en/groups/detail/${group}`);
  const users = page.getByRole('region', { name: 'Users in this group' });
  const rows = users.getByRole('row').filter({ hasText: prefix });
  await expect(users.getByText('1–10 of 11')).toBeVisible();
  await expect(rows).toHaveCount(10);
  await users.getByRole('button', { name: 'Next' }).click();
  await expect(rows).toHaveText([/Member 20/u]);
  await users.getByRole('button', { name: 'Remove Member 20' }).click();
  await expect(rows).toHaveCount(10);
  await expect(users).not.toContainText('Member 20');
});
