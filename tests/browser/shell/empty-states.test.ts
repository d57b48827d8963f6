import { listCommands } from '@vigil/shared/contract/http/commands';
import { createGroup } from '@vigil/shared/contract/http/groups';
import { asSuperuser } from '../../support/superuser.ts';
import { createCheck } from '../support/axe.ts';
import { addMember } from '../support/companies.ts';
import { expect, test } from '../support/test.ts';

for (const [index, [language, words]] of (
  [
    ['en', { home: 'Go to all devices', hardware: 'Hardware', refresh: 'Refresh information' }],
    ['ko', { home: '전체 장치로 이동', hardware: '하드웨어', refresh: '정보 새로 고침' }],
  ] as const
).entries()) {
  test.concurrent(`an empty state has a drawing and the next step (${language})`, async ({
    open,
    stack,
    company,
    simulated,
  }) => {
    const device = simulated.device(index);
    const page = await open(`/${language}/device/favorate`);
    const empty = page.getByRole('main').getByRole('status');
    await expect(empty.locator('svg').first()).toBeVisible();
    const { check, found } = createCheck();
    await check(page, 'no favourites', { phone: true });
    await empty.getByRole('link', { name: words.home }).click();
    await expect(page).toHaveURL(`${stack.url}/${language}/device/all`);

    await asSuperuser(stack, (sql) => sql`update devices set hardware = '[]' where pk = ${device.pk}`);
    await page.goto(`${stack.url}/${language}/device/all/${device.pk}`);
    await page.getByRole('tab', { name: words.hardware }).click();
    await page.getByRole('tabpanel').getByRole('button', { name: words.refresh }).click();
    const query = { device_pk: String(device.pk), limit: 1 };
    await expect
      .poll(async () => (await company.client.call(listCommands, { query })).objects[0]?.type)
      .toBe('information');
    expect(found).toEqual([]);
  });
}

test.concurrent('those who may not fill a group are told who can', async ({ open, stack, company, simulated }) => {
  await expect.poll(() => simulated.devices.length).toBeGreaterThan(0);
  const { objects } = await company.client.call(createGroup, { body: { name: 'Attic', group_fk: null } });
  const [group] = objects;
  if (!group) throw new Error('no group');
  const member = await stack.signIn(await addMember(stack, company, [company.home, group.pk]));
  const page = await open(`/en/device/${group.pk}`, { as: member });
  await expect(page.getByRole('main')).toContainText('An administrator can move devices into this group.');
});

test.concurrent('a page that is not found stands in the middle of the shell', async ({ open }) => {
  const page = await open('/en/nothing-here');
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  const content = await page.locator('#content').boundingBox();
  const middleOf = (box: typeof heading) => (box ? box.x + box.width / 2 : 0);
  expect(Math.abs(middleOf(heading) - middleOf(content))).toBeLessThan(2);
});
