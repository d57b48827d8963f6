import { createAppConfig } from '@vigil/shared/contract/http/app-configs';
import { updateDevice } from '@vigil/shared/contract/http/devices';
import { readFunctionSettings, writeFunctionSettings } from '@vigil/shared/contract/http/function-settings';
import { addGroupMember } from '@vigil/shared/contract/http/group-links';
import { createUser, updateUser } from '@vigil/shared/contract/http/user-changes';
import type { Page } from 'playwright';
import { asSuperuser } from '../support/superuser.ts';
import { deviceList } from './support/device-list.ts';
import { expectPainted } from './support/images.ts';
import { connectScreenAgent, type ScreenAgent } from './support/screen-agent.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';
import { uniqueId } from './support/users.ts';

const pictureOf = (page: Page, { alias }: ScreenAgent) => page.getByRole('img', { name: `Screen of ${alias}` });

test('a picture is fresh while its screen is unchanged, and stale while the agent does not answer', async ({
  open,
  company,
  stack,
}) => {
  await asSuperuser(stack, (sql) => sql`update users set img_refresh_interval = 1 where company_fk = ${company.pk}`);
  using agent = await connectScreenAgent(company, 'Unchanged');
  const page = await open('/en/wall');
  const tile = page.getByRole('listitem').filter({ hasText: agent.alias });
  const picture = pictureOf(page, agent);
  const stale = tile.locator('[data-stale]');
  await expectPainted(picture);
  const first = await picture.getAttribute('src');
  await expect.poll(() => agent.confirmations).toBeGreaterThan(2);
  await expect(tile.getByText('now', { exact: true })).toBeVisible();
  await expect(stale).toHaveCount(0);
  await expect(picture).toHaveAttribute('src', first ?? '');

  agent.isAnswering = false;
  await expect(stale).toHaveCount(1);
  await expect(tile).not.toContainText('Offline');
  agent.isAnswering = true;
  await expect(stale).toHaveCount(0);
});

test('an administrator sees in the live view how much of their budget the pictures take', async ({ open, company }) => {
  using agent = await connectScreenAgent(company, 'Counted');
  const page = await open('/en/device/all');
  const { showAs } = deviceList(page);
  await showAs('Screens');
  await expectPainted(pictureOf(page, agent));
  await expect(page.getByText(/^Screens: [\d.]+ of \d+ MB\/s/u)).toBeVisible();
});

test('the pictures on a wall vanish when their viewer loses the right to see them', async ({
  open,
  company,
  stack,
}) => {
  const denial = (await textsOf('en', 'common'))('need.CSThumbnailView');
  const { client, home } = company;
  const account = { id: uniqueId('viewer'), password: 'Passw0rd!' };
  const created = { mgrid: account.id, pw: account.password, name: 'Park Hana' };
  const user = (await client.call(createUser, { body: created })).objects[0]!;
  const put = (change: object) =>
    client.call(updateUser, { params: { pk: String(user.pk) }, body: change as { name: string } });
  await client.call(addGroupMember, { body: { device_group_fk: home, member_fk: user.pk } });
  await put({ auth_thumbnailview: 1 });
  using agent = await connectScreenAgent(company, 'Hidden');
  const page = await open('/en/wall', { as: await stack.signIn(account) });
  await expectPainted(pictureOf(page, agent));
  await put({ auth_thumbnailview: 0 });
  await expect(page.getByRole('img', { name: /^Screen of/u })).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: agent.alias })).toContainText(denial);
});

test('a picture vanishes when its device may not be captured any more, although the company stores none', async ({
  open,
  company,
}) => {
  const { client } = company;
  const { changes: _changes, ...settings } = (await client.call(readFunctionSettings)).objects[0]!;
  await client.call(writeFunctionSettings, { body: { ...settings, picture_retention: '0' } });
  using agent = await connectScreenAgent(company, 'Never');
  const page = await open('/en/wall');
  await expectPainted(pictureOf(page, agent));
  const body = { name: uniqueId('private'), description: '', config: { capture_never: 1 as const } };
  const config = (await client.call(createAppConfig, { body })).objects[0]!;
  await client.call(updateDevice, { params: { pk: String(agent.pk) }, body: { app_config_fk: config.pk } });
  await expect(pictureOf(page, agent)).toHaveCount(0);
});
