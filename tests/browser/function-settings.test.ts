import type { FunctionSettings } from '@vigil/shared/contract/function-settings-rules';
import { readFunctionSettings, writeFunctionSettings } from '@vigil/shared/contract/http/function-settings';
import { problems } from '@vigil/shared/contract/problems';
import { packageRow, releaseRow } from '@vigil/shared/platform/releases.test-support';
import type { Page } from 'playwright';
import { asSuperuser } from '../support/superuser.ts';
import { createCheck } from './support/axe.ts';
import { addCompany, type Company } from './support/companies.ts';
import { startDevices } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';

const PATH = 'management/settings/functions';

/** Changes settings as another administrator does meanwhile. */
async function saveMeanwhile({ client }: Pick<Company, 'client'>, changed: Partial<FunctionSettings>) {
  const [now] = (await client.call(readFunctionSettings)).objects;
  if (!now) throw new Error('no settings');
  const { changes: _changes, ...settings } = now;
  await client.call(writeFunctionSettings, { body: { ...settings, ...changed } });
}

const saveButton = (page: Page) => page.getByRole('button', { name: /^(Save|저장)/u });

const triesOf = (page: Page) => page.getByRole('textbox', { name: 'Failed sign-ins until lock' });
const ageOf = (page: Page) => page.getByRole('textbox', { name: 'Maximum age of passwords' });

test(
  'the settings stand under their subjects and say what they do, and axe finds nothing',
  { tags: 'core' },
  async ({ open, stack }) => {
    const company = await addCompany(stack);
    const { check, found } = createCheck();
    const page = await open('/en/management/profile', { as: company.client });
    await page.getByRole('link', { name: 'Function settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Function settings' })).toBeVisible();
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(headings).toHaveText([
      'Sign-in and retention',
      'Sessions of the console',
      'Remote sessions',
      'Devices',
      'Screens of devices',
    ]);
    await expect(page.getByText('People who must change their password at the next sign-in')).toBeHidden();
    await check(page, 'function settings', { phone: true });
    await ageOf(page).fill('30');
    await expect(page.getByText('People who must change their password at the next sign-in: 0 of 1')).toBeVisible();
    expect(found).toEqual([]);
  },
);

test('of settings that are wrong the first is shown, and has the focus', { tags: 'core' }, async ({ open, stack }) => {
  const company = await addCompany(stack);
  const { check, found } = createCheck();
  const page = await open(`/en/${PATH}`, { as: company.client });
  const tries = triesOf(page);
  await tries.fill('x');
  const idle = page.getByRole('textbox', { name: 'Idle time' });
  await idle.fill('1441');
  // By the keyboard alone: the first in the order of the checks is shown, and has the focus.
  await idle.press('Enter');
  await expect(page.getByText(problems.invalid_idle_time.en)).toBeVisible();
  await expect(idle).toBeFocused();
  await expect(page.getByText(problems.invalid_block_num.en)).toBeHidden();
  await check(page, 'a wrong function setting');
  await idle.fill('30');
  await idle.press('Enter');
  await expect(page.getByText(problems.invalid_block_num.en)).toBeVisible();
  await expect(tries).toBeFocused();
  expect(found).toEqual([]);
});

test('changes of settings are listed, saved and kept', { tags: 'core' }, async ({ open, stack }) => {
  const company = await addCompany(stack);
  const page = await open(`/en/${PATH}`, { as: company.client });
  const tries = triesOf(page);
  await ageOf(page).fill('30');
  await page.getByRole('textbox', { name: 'Idle time' }).fill('30');
  await tries.fill('3');
  await page.getByRole('switch', { name: 'Security pledge' }).press('Space');
  await page.getByRole('radio', { name: '8 to 12 characters with a letter, a digit' }).check();
  await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
    /Password strength/u,
    'Failed sign-ins until lock: 5 → 3',
    'Maximum age of passwords: 0 → 30',
    'Idle time: 0 → 30',
    'Security pledge: Off → On',
  ]);
  await page.getByRole('button', { name: 'Save · 5' }).click();
  await expect(page.getByText('The function settings were saved.')).toBeVisible();
  await page.reload();
  await expect(tries).toHaveValue('3');
  await expect(page.getByText(/^Changed by .+/u)).toHaveCount(5);
  const [stored] = (await company.client.call(readFunctionSettings)).objects;
  expect(stored).toMatchObject({ block_num: 3, idle_time: 30, security_agreement: 1, password_level: 2, version: 1 });
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByText('Failed sign-ins until lock: 3')).toBeVisible();
});

test(
  'the page is not left with unsaved changes, and Cancel returns to what is in force',
  { tags: 'core' },
  async ({ open, stack }) => {
    const company = await addCompany(stack);
    await saveMeanwhile(company, { block_num: 3 });
    const page = await open(`/en/${PATH}`, { as: company.client });
    const tries = triesOf(page);
    await expect(tries).toHaveValue('3');
    await tries.fill('9');
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(tries).toHaveValue('3');
    await page.getByRole('link', { name: 'Audit' }).click();
    await expect(page.getByText('Failed sign-ins until lock: 3')).toBeVisible();
  },
);

/** The fields in which nothing wrong can be entered; the server refuses what another client sends. */
const sentByOthers = [
  ['min_os_major', '100', 'invalid_min_os_major'],
  ['min_os_minor', '1.5', 'invalid_min_os_minor'],
  ['password_level', '4', 'invalid_password_level'],
  ['agent_restart_time', '24', 'invalid_agent_restart_time'],
  ['statistics_delete_period', '4', 'invalid_agent_restart_time'],
  ['picture_retention', '15', 'invalid_picture_retention'],
] as const;

const typed = [
  ['idle_time', '1441', 'invalid_idle_time'],
  ['session_time', '-1', 'invalid_session_time'],
  ['block_num', '', 'invalid_block_num'],
  ['password_change_limit', '366', 'invalid_password_change_limit'],
  ['picture_budget', '49', 'invalid_picture_budget'],
] as const;

for (const language of ['en', 'ko'] as const) {
  test(`each message stands at its field (${language})`, async ({ open, stack }) => {
    const company = await addCompany(stack);
    const expected = /422 .*company_function/u;
    const page = await open(`/${language}/${PATH}`, { as: company.client, expected });
    const save = saveButton(page);
    for (const [field, wrong, code] of typed) {
      const input = page.locator(`input[name="${field}"]`);
      const before = await input.inputValue();
      await input.fill(wrong);
      await save.click();
      await expect(page.getByText(problems[code][language])).toBeVisible();
      await expect(input).toBeFocused();
      await input.fill(before);
    }
    await page.locator('input[name="block_num"]').fill('7');
    for (const [field, wrong, code] of sentByOthers) {
      await page.route('**/company_function', (route) => {
        const body = route.request().postDataJSON() as object;
        return route.continue({ postData: JSON.stringify({ ...body, [field]: wrong }) });
      });
      await save.click();
      await expect(page.getByText(problems[code][language])).toBeVisible();
      await page.unroute('**/company_function');
    }
    await save.click();
    await expect(page.getByText(language === 'en' ? 'settings were saved' : '기능 설정을 저장했습니다')).toBeVisible();
  });
}

test('the second of two who save is told what was changed, and keeps the own changes', async ({ open, stack }) => {
  const company = await addCompany(stack);
  const page = await open(`/en/${PATH}`, { as: company.client });
  const tries = page.getByRole('textbox', { name: 'Failed sign-ins until lock' });
  const idle = page.getByRole('textbox', { name: 'Idle time' });
  await tries.fill('3');
  await saveMeanwhile(company, { block_num: 4, idle_time: 20 });
  // The announcement may come before or after this: the save is refused, or the page knows it already.
  const notice = page.getByRole('alert').filter({ hasText: 'Meanwhile changed by' });
  await expect(notice).toContainText('Failed sign-ins until lock, Idle time');
  await expect(notice).toContainText('Changed by you as well: Failed sign-ins until lock.');
  await expect(tries).toHaveValue('3');
  await expect(idle).toHaveValue('20');
  await page.getByRole('button', { name: 'Save · 1' }).click();
  await expect(page.getByText('The function settings were saved.')).toBeVisible();
  await expect(notice).toBeHidden();
  const [stored] = (await company.client.call(readFunctionSettings)).objects;
  expect(stored).toMatchObject({ block_num: 3, idle_time: 20, version: 2 });
});

test('sessions that would end are asked about before they end', async ({ open, stack }) => {
  const company = await addCompany(stack);
  const page = await open(`/en/${PATH}`, { as: company.client, expected: /401 \(Unauthorized\)/u });
  await asSuperuser(
    stack,
    (sql) => sql`update sessions set created_at = now() - interval '2 hours' where company_fk = ${company.pk}`,
  );
  await page.getByRole('textbox', { name: 'Session time' }).fill('30');
  await expect(page.getByText('Sessions that end at once: 1 of 1, yours among them')).toBeVisible();
  await page.getByRole('button', { name: 'Save · 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'End sessions?' });
  await expect(dialog).toContainText('Your own session is among them');
  await dialog.getByRole('button', { name: 'Save and end sessions' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const rows = await asSuperuser(stack, (sql) => sql`select end_reason from sessions where company_fk = ${company.pk}`);
  expect(rows.map((row) => row['end_reason'] as string)).toEqual(['policy']);
});

test('a shorter retention is asked about with what it deletes', async ({ open, stack }) => {
  const company = await addCompany(stack);
  await asSuperuser(
    stack,
    (sql) => sql`
      insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, generate, ended_at)
      select ${company.pk}, 1, 'Kiosk', 1, 'IW2', now() - n * interval '1 day', now() - n * interval '1 day'
      from generate_series(91, 93) n`,
  );
  const page = await open(`/en/${PATH}`, { as: company.client });
  await page.getByRole('radio', { name: '90 days' }).press('Space');
  await expect(page.getByText('Entries deleted in the next night: 3')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save · 1' });
  await save.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete older history?' });
  await expect(dialog).toContainText('cannot be restored: 3.');
  await dialog.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await save.press('Enter');
  await dialog.getByRole('button', { name: 'Save and delete' }).press('Enter');
  await expect(page.getByText('The function settings were saved.')).toBeVisible();
  const [stored] = (await company.client.call(readFunctionSettings)).objects;
  expect(stored).toMatchObject({ statistics_delete_period: 3, version: 1 });
});

test('all agents that are online are updated at once, and each is followed to its outcome', async ({ open, stack }) => {
  const company = await addCompany(stack);
  await using simulated = await startDevices(company, 3);
  await using _off = simulated.turnOff(2);
  const { manifest, channel, keyId, signature } = releaseRow('9.9.8', { arch: 'arm64' });
  const countOf = (which: string) => () =>
    asSuperuser(
      stack,
      async (sql) =>
        (await sql`select 1 from devices where company_fk = ${company.pk} and ${sql.unsafe(which)}`).length,
    );
  // What agents report of themselves must not come later than what is written here.
  await expect.poll(countOf("arch = 'x64'")).toBe(3);
  await asSuperuser(stack, async (sql) => {
    await sql`
      insert into agent_releases (version, channel, manifest, key_id, signature)
      values ('9.9.8', ${channel}, ${sql.json(manifest as never)}, ${keyId}, ${signature})`;
    await sql`
      insert into agent_release_chunks (sha256, at, data)
      values (${packageRow.sha256}, 0, ${packageRow.data}) on conflict do nothing`;
    await sql`update devices set arch = 'arm64', dev_os_id = 2 where company_fk = ${company.pk}`;
  });
  await expect.poll(countOf("latest_ver = '9.9.8'")).toBe(3);

  const page = await open(`/en/${PATH}`, { as: company.client });
  await page.getByRole('button', { name: 'Update agents' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update all agents' });
  await expect(dialog).toContainText('Agents to update: 2');
  await dialog.getByRole('button', { name: 'Update agents' }).press('Enter');
  await expect(page.getByText('The update of the agents was requested: 2')).toBeVisible();
  await expect(dialog).toBeHidden();
  // The agents refuse a release that no key of theirs signed.
  const tray = page.getByRole('region', { name: 'Commands' });
  await expect(tray).toContainText('2 failed');
  await asSuperuser(stack, (sql) => sql`delete from agent_releases where version = '9.9.8'`);
});
