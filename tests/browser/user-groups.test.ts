import { addGroupMember } from '@vigil/shared/contract/http/group-links';
import { createGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { createUser, readUserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import { GroupPk } from '@vigil/shared/contract/ids';
import { expect, test } from './support/test.ts';
import { uniqueId } from './support/users.ts';

test('the page of a user asks before groups come along that are above or below one only since it was opened', async ({
  open,
  company,
}) => {
  const { client } = company;
  const body = { mgrid: uniqueId('person'), pw: 'Passw0rd!', name: 'Park Hana' };
  const user = (await client.call(createUser, { body })).objects[0]!;
  const add = async (name: string) =>
    GroupPk.parse((await client.call(createGroup, { body: { name, group_fk: null } })).objects[0]?.pk);
  const [site, room, hall, desk] = [await add('Site'), await add('Room'), await add('Hall'), await add('Desk')];
  for (const group of [hall, desk])
    await client.call(addGroupMember, { body: { device_group_fk: group, member_fk: user.pk } });
  const moveBelow = (group: GroupPk, parent: GroupPk) =>
    client.call(updateGroup, { params: { pk: String(group) }, body: { group_fk: parent } });
  const granted = async () => {
    const { objects } = await client.call(readUserAccessDetails, { params: { pk: String(user.pk) } });
    const paths = objects[0]?.groups.filter(({ link_pk }) => link_pk !== null).map(({ path }) => path);
    return paths?.toSorted();
  };

  const page = await open(`/en/management/managers/${user.pk}`, { expected: /4(09|22)/u });
  const grant = (path: string) => page.getByRole('switch', { name: `Access to ${path}`, exact: true });
  await expect(grant('Desk')).toBeChecked();
  await moveBelow(room, site);
  await moveBelow(desk, hall);

  await grant('Room').click({ force: true });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This also grants the groups above: Site.');
  expect(await granted()).toEqual(['Hall', 'Hall/Desk']);
  await dialog.getByRole('button', { name: /^(Grant|Remove) \d+ groups?$/u }).click();
  await expect(page.getByText('Access to Room granted.')).toBeVisible();
  await expect(grant('Site')).toBeChecked();
  await expect(grant('Site/Room')).toBeChecked();

  await grant('Hall').click({ force: true });
  await expect(dialog).toContainText('This also removes 1 subgroup.');
  expect(await granted()).toHaveLength(4);
  await dialog.getByRole('button', { name: /^(Grant|Remove) \d+ groups?$/u }).click();
  await expect(page.getByText('Access to Hall removed.')).toBeVisible();
  await expect.poll(granted).toEqual(['Site', 'Site/Room']);

  await page.getByRole('button', { name: 'With subgroups: Hall' }).click();
  await expect(dialog).toContainText('This grants the group and 1 subgroup.');
  await dialog.getByRole('button', { name: 'Grant 2 groups' }).click();
  await expect.poll(granted).toEqual(['Hall', 'Hall/Desk', 'Site', 'Site/Room']);
});
