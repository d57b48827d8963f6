import { moveDevices } from '@vigil/shared/contract/http/devices';
import { createGroup } from '@vigil/shared/contract/http/groups';
import { createWallScreen, updateWallScreen } from '@vigil/shared/contract/http/wall-screens';
import { createWallView } from '@vigil/shared/contract/http/wall-views';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { asSuperuser } from '../support/superuser.ts';
import { createCheck } from './support/axe.ts';
import { addCompany } from './support/companies.ts';
import { connectDevice } from './support/connected-device.ts';
import { coreIn } from './support/core.ts';
import { bothLanguages } from './support/sign-in-form.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';

for (const language of bothLanguages) {
  test(
    `a screen is added, connected by its code, shows the wall and is revoked (${language})`,
    coreIn(language),
    async ({ open, simulated }) => {
      expect(simulated).toBeDefined();
      const name = `Lobby ${language}`;
      const [t, onScreen] = [await textsOf(language, 'screens'), await textsOf(language, 'screen')];
      const { check, found } = createCheck();
      const page = await open(`/${language}/management/screens`);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: t('add'), exact: true }).click();
      await dialog.getByRole('textbox', { name: t('column.name') }).fill(name);
      await page.keyboard.press('Enter');
      const code = (await dialog.getByLabel(t('code.code'), { exact: true }).innerText()).replaceAll(/\D/gu, '');
      expect(code).toMatch(/^\d{6}$/u);
      await check(page, 'code of a screen', { phone: true });

      // Another browser, whose calls are refused once the screen is revoked.
      const screen = await open(`/${language}/screen`, { as: null, expected: /401|WebSocket|socket\.io/u });
      await check(screen, 'page that takes the code', { phone: true });
      await expect(screen.getByRole('textbox', { name: onScreen('code') })).toBeFocused();
      await screen.keyboard.type(code);
      await expect(screen).toHaveURL(new RegExp(`/${language}/wall/?$`, 'u'));
      await expect(screen.getByRole('heading', { name })).toBeVisible();
      await expect(screen.getByRole('listitem').first()).toBeVisible();
      await expect(dialog.getByText(t('code.done', { name }))).toBeVisible();
      await page.keyboard.press('Escape');
      const row = page.getByRole('row').filter({ hasText: name });
      await expect(row.getByText(t('state.paired'), { exact: true })).toBeVisible();

      // It comes back to the wall by itself, wherever it is led.
      await screen.goto(new URL(`/${language}/management/managers`, screen.url()).href);
      await expect(screen).toHaveURL(new RegExp(`/${language}/wall/?$`, 'u'));
      await screen.goto(new URL(`/${language}/screen`, screen.url()).href);
      await expect(screen.getByRole('listitem').first()).toBeVisible();
      for (const role of ['navigation', 'link'] as const) await expect(screen.getByRole(role)).toHaveCount(0);
      const cookies = await screen.context().cookies();
      expect(cookies.filter((cookie) => cookie.name === 'screen')).toMatchObject([
        { httpOnly: true, sameSite: 'Strict', path: '/' },
      ]);

      await page.getByRole('button', { name: t('revoke_one', { name }) }).click();
      await dialog.getByRole('button', { name: t('revoke'), exact: true }).click();
      await expect(screen).toHaveURL(new RegExp(`/${language}/screen$`, 'u'));
      await expect(screen.getByText(onScreen('ended.removed'))).toBeVisible();
      await expect(row).toHaveCount(0);
      expect(found).toEqual([]);
    },
  );
}

test('a screen shows at once what an administrator changes, and is still one after days', async ({
  open,
  simulated,
  company: { client },
}) => {
  const [group] = (await client.call(createGroup, { body: { name: 'Entrance', group_fk: null } })).objects;
  const [view] = (await client.call(createWallView, { body: { name: 'Quiet', layout: { order: 'name' } } })).objects;
  if (!group || !view) throw new Error('no group or no view');
  const inGroup = simulated.device(3);
  const { objects: made } = await client.call(createWallScreen, { body: { name: 'Followed' } });
  const screen = await open('/en/screen', { as: null, setsClock: true, expected: /401|WebSocket|socket\.io/u });
  await screen.clock.install();
  await screen.getByRole('textbox', { name: 'Code of six digits' }).pressSequentially(made.code);
  const tiles = screen.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect(tiles).toHaveCount(simulated.devices.length);

  const change = (body: object) => client.call(updateWallScreen, { params: { pk: String(made.pk) }, body });
  await change({ name: 'Renamed' });
  await expect(screen.getByRole('heading', { name: 'Renamed' })).toBeVisible();
  await change({ view_pk: view.pk });
  await expect(screen.getByRole('heading', { name: 'Quiet' })).toBeVisible();
  await client.call(moveDevices, { body: { device_pk: inGroup.pk, new_device_group_fk: group.pk } });
  await change({ group_pks: [group.pk] });
  await expect(tiles).toHaveCount(1);
  await expect(tiles).toContainText(inGroup.alias);

  await screen.clock.fastForward(3 * 24 * 3_600_000);
  await expect(screen.getByRole('status')).toHaveText('Live');
  await expect(tiles).toContainText(inGroup.alias);
  await change({ group_pks: null });
  await expect(tiles).toHaveCount(simulated.devices.length);
});

test('a screen whose company was blocked by its licence receives measures again when that is over', async ({
  open,
  stack,
}) => {
  const company = await addCompany(stack);
  using device = await connectDevice(company, 'Measured');
  device.report({ cpu_usage: 11 });
  const { objects: made } = await company.client.call(createWallScreen, { body: { name: 'Blocked' } });
  const screen = await open('/en/screen', { as: null, expected: /40[12]/u });
  await screen.getByRole('textbox', { name: 'Code of six digits' }).pressSequentially(made.code);
  const tile = screen.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect(tile).toContainText('CPU 11%');

  const setGate = async (command: 'SADD' | 'SREM', volume: number) => {
    await asSuperuser(
      stack,
      (sql) => sql`update licences set device_volume = ${volume} where company_fk = ${company.pk}`,
    );
    await stack.redis.ask(command, redisKeys.licenceGates, String(company.pk));
  };
  await setGate('SADD', 0);
  await expect(screen.getByText(/more devices than its licence/u)).toBeVisible();
  await setGate('SREM', 100);
  await expect(tile).toBeVisible();
  device.report({ cpu_usage: 77 });
  await expect(tile).toContainText('CPU 77%');
});
