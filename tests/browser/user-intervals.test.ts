import { addGroupMember } from '@vigil/shared/contract/http/group-links';
import { createUser, updateUser } from '@vigil/shared/contract/http/user-changes';
import { deviceList } from './support/device-list.ts';
import { expectPainted } from './support/images.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';
import { uniqueId } from './support/users.ts';

test(
  'what an administrator pauses for a user is paused in the open console, and goes on when it is turned on',
  { tags: 'core' },
  async ({ open, company, simulated, stack }) => {
    const { client, home } = company;
    const [common, devices] = [await textsOf('en', 'common'), await textsOf('en', 'devices')];
    const account = { id: uniqueId('person'), password: 'Passw0rd!' };
    const body = { mgrid: account.id, pw: account.password, name: 'Park Hana' };
    const user = (await client.call(createUser, { body })).objects[0]!;
    const put = (change: object) =>
      client.call(updateUser, { params: { pk: String(user.pk) }, body: change as { name: string } });
    await client.call(addGroupMember, { body: { device_group_fk: home, member_fk: user.pk } });
    for (const change of [{ auth_thumbnailview: 1 }, { flag_img_refresh: 0 }, { flag_refresh: 0 }]) await put(change);

    const page = await open('/en/device/all', { as: await stack.signIn(account) });
    const { showAs, card } = deviceList(page);
    await expect(page.getByText(devices('usage_refresh.paused'))).toBeVisible();
    await showAs('Screens');
    const tile = card(simulated.device(0));
    await expect(tile.getByText(common('screen.paused'))).toBeVisible();
    await put({ flag_img_refresh: 1 });
    await expectPainted(tile.getByRole('img', { name: /^Screen/u }));
    await put({ flag_refresh: 1 });
    await expect(page.getByText(devices('usage_refresh.paused'))).toBeHidden();
  },
);
