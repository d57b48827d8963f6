import { signIn } from '@vigil/shared/contract/http/sign-in';
import { createUser, readUser, updateUser } from '@vigil/shared/contract/http/user-changes';
import type { UserPk } from '@vigil/shared/contract/ids';
import { problems } from '@vigil/shared/contract/problems';
import type { Page } from 'playwright';
import type { Stack } from '../support/stack.ts';
import { asSuperuser } from '../support/superuser.ts';
import { createCheck } from './support/axe.ts';
import { addCompany, type Company } from './support/companies.ts';
import { coreIn } from './support/core.ts';
import { bothLanguages, type OfferedLanguage } from './support/sign-in-form.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';
import { addNamedUser, uniqueId } from './support/users.ts';

const PASSWORD = 'Passw0rd!';

async function addUser({ client }: Company, name: string): Promise<{ pk: UserPk; mgrid: string }> {
  const mgrid = uniqueId('person');
  const { objects } = await client.call(createUser, { body: { mgrid, pw: PASSWORD, name } });
  if (!objects[0]) throw new Error('the user was not added');
  return { pk: objects[0].pk, mgrid };
}

const readerOf =
  ({ client }: Company, pk: number) =>
  async () =>
    (await client.call(readUser, { params: { pk: String(pk) } })).objects[0];

const enter = async ({ publicClient }: Stack, mail: string, pw: string) =>
  (await publicClient.call(signIn, { body: { type: '1STEP', mail, pw } })).objects;

/** What the page of a user has, by the keys of its texts. */
async function partsOf(page: Page, language: OfferedLanguage) {
  const t = await textsOf(language, 'users');
  const button = (key: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(key), exact: true });
  return { t, button, dialog: page.getByRole('dialog') };
}

for (const language of bothLanguages) {
  test(
    `an administrator types a password of another user, who has to change it (${language})`,
    coreIn(language),
    async ({ open, company, stack }) => {
      const { pk, mgrid } = await addUser(company, 'Park Hana');
      const page = await open(`/${language}/management/managers/${pk}`);
      const { t, button, dialog } = await partsOf(page, language);
      await button('profile.change_password').click();
      const submit = dialog.getByRole('button', { name: t('profile.change_password') });
      const [first, second] = [0, 1].map((n) => dialog.locator('input[autocomplete="new-password"]').nth(n));
      await first?.fill('short');
      await second?.fill('short');
      await expect(submit).toBeDisabled();
      await first?.fill('N3w-Passw0r');
      await second?.fill('N3w-Passw0r');
      await dialog.getByRole('switch', { name: t('form.must_change') }).click({ force: true });
      await submit.click();
      await expect(page.getByText(t('profile.password_modified'))).toBeVisible();
      expect(await enter(stack, mgrid, PASSWORD)).toMatchObject({ step1: 'fail' });
      expect(await enter(stack, mgrid, 'N3w-Passw0r')).toMatchObject({ cause: { pw_reject: mgrid } });
    },
  );

  test(
    `a random password is shown until it is closed on purpose (${language})`,
    coreIn(language),
    async ({ open, company, stack }) => {
      const { check, found } = createCheck();
      const { pk, mgrid } = await addUser(company, 'Park Hana');
      const page = await open(`/${language}/management/managers/${pk}`);
      const { t, button, dialog } = await partsOf(page, language);
      await button('profile.reset_password').click();
      await dialog.getByRole('button', { name: t('profile.reset_password') }).click();
      const shown = page.getByRole('dialog', { name: t('profile.reset_done', { name: 'Park Hana' }) });
      const random = await shown.locator('pre').innerText();
      expect(random).toMatch(/^\S{12}$/u);
      await page.keyboard.press('Escape');
      if (language === 'en') await check(page, 'a random password');
      await page.mouse.click(5, 450);
      // The next answer of the server comes after the click was handled.
      await readerOf(company, pk)();
      await expect(shown).toBeVisible();
      await shown.getByRole('button', { name: t('profile.reset_kept') }).click();
      await expect(shown).toBeHidden();
      expect(await enter(stack, mgrid, random)).toMatchObject({ step3: 'success' });
      expect(found).toEqual([]);
    },
  );

  test(
    `an administrator requires one-time codes of another user, and resets the authenticator (${language})`,
    coreIn(language),
    async ({ open, company, stack }) => {
      const { pk } = await addUser(company, 'Park Hana');
      const read = readerOf(company, pk);
      const page = await open(`/${language}/management/managers/${pk}`);
      const { t, button, dialog } = await partsOf(page, language);
      const codes = page.getByRole('switch', { name: t('profile.otp') });
      await codes.click({ force: true });
      await expect.poll(async () => (await read())?.flag_use_otp).toBe(1);
      await expect(page.getByText(t('profile.otp_waiting'))).toBeVisible();
      await asSuperuser(
        stack,
        (sql) => sql`update users set otp_secret = 'set', otp_confirmed_at = now() where pk = ${pk}`,
      );
      await page.reload();
      await expect(page.getByText(t('profile.otp_waiting'))).toBeHidden();
      await button('profile.otp_reset').click();
      await dialog.getByRole('button', { name: t('profile.otp_reset') }).click();
      await expect(page.getByText(t('profile.otp_reset_complete'))).toBeVisible();
      await expect(page.getByText(t('profile.otp_waiting'))).toBeVisible();
      expect(await read()).toMatchObject({ flag_use_otp: 1, otp_confirmed: false });
      await codes.click({ force: true });
      await expect.poll(async () => (await read())?.flag_use_otp).toBe(0);
    },
  );

  test(
    `an administrator unlocks the account of another user (${language})`,
    coreIn(language),
    async ({ open, company, stack }) => {
      const { pk, mgrid } = await addUser(company, 'Park Hana');
      await asSuperuser(stack, (sql) => sql`update users set locked_at = now(), failure_count = 5 where pk = ${pk}`);
      const page = await open(`/${language}/management/managers/${pk}`);
      const { t, button } = await partsOf(page, language);
      await expect(page.getByText(t('state.locked'), { exact: true })).toBeVisible();
      await expect(page.getByText(t('permissions.limit.locked'))).toBeVisible();
      await button('profile.unlock').click();
      await expect(page.getByText(t('profile.unlocked'))).toBeVisible();
      await expect(page.getByText(t('permissions.limit.locked'))).toBeHidden();
      await expect(page.getByText(t('state.locked'), { exact: true })).toBeHidden();
      expect(await enter(stack, mgrid, PASSWORD)).toMatchObject({ step3: 'success' });
    },
  );
}

test.for(bothLanguages)(
  'the page of a user says what is wrong at its fields (%s)',
  async (language, { open, company }) => {
    const [t, profile, dialogs] = await Promise.all([
      textsOf(language, 'users'),
      textsOf(language, 'profile'),
      textsOf(language, 'dialogs'),
    ]);
    const name = `Lee ${uniqueId('jisoo')}`;
    const { pk } = await addUser(company, name);
    const read = readerOf(company, pk);
    const page = await open(`/${language}/management/managers/${pk}`);
    const edit = async (field: 'name' | 'email' | 'phone', text: string) => {
      await page.getByRole('button', { name: new RegExp(`^${t(`column.${field}`)}: `, 'u') }).click();
      await page.getByRole('textbox', { name: t(`column.${field}`), exact: true }).fill(text);
      await page.keyboard.press('Enter');
    };
    await edit('name', '');
    await expect(page.getByText(problems.name_requirement[language])).toBeVisible();
    await page.keyboard.press('Escape');
    await edit('email', 'no-address');
    await expect(page.getByText(problems['email-invalid'][language])).toBeVisible();
    await page.keyboard.press('Escape');
    await edit('phone', '010-1234');
    await expect(page.getByText(t('saved'))).toBeVisible();
    expect(await read()).toMatchObject({ name, phone: '010-1234' });

    const usage = profile('refresh.usage');
    const interval = page.getByRole('textbox', { name: profile('refresh.seconds', { label: usage }) });
    await interval.fill('5000');
    await interval.press('Enter');
    await expect(page.getByText(profile('refresh.refused', { least: '1', most: '3,600' }))).toBeVisible();
    await interval.fill('30');
    await interval.press('Enter');
    await expect.poll(async () => (await read())?.refresh_interval).toBe(30);

    // No user is the own approver: the page says so before it asks the server.
    await page.getByRole('switch', { name: t('form.sub_manager') }).click({ force: true });
    await expect.poll(async () => (await read())?.member_type_id).toBe(6);
    await page.getByRole('button', { name: t('form.choose') }).click();
    await page.getByRole('button', { name: `${dialogs('users.pick')}: ${name}` }).click();
    await expect(page.getByText(t('denial.own_approver'))).toBeVisible();
  },
);

test.for(bothLanguages)(
  'an approver who may not decide any more is told in a dialog, and the page is loaded anew (%s)',
  async (language, { open, company, stack }) => {
    const [t, dialogs, common] = await Promise.all([
      textsOf(language, 'users'),
      textsOf(language, 'dialogs'),
      textsOf(language, 'common'),
    ]);
    const name = `Kim ${uniqueId('approver')}`;
    const approver = await addNamedUser(stack, company, { name, type: 6, approves: true });
    const { pk } = await addUser(company, 'Choi Ara');
    const page = await open(`/${language}/management/managers/${pk}`, { expected: /400|404|422/u });
    await page.getByRole('button', { name: t('form.choose') }).click();
    const pick = page.getByRole('button', { name: `${dialogs('users.pick')}: ${name}` });
    await expect(pick).toBeVisible();
    await company.client.call(updateUser, { params: { pk: String(approver.pk) }, body: { flag_active: 0 } });
    await pick.click();
    const told = page.getByRole('dialog', { name: t('form.approver') });
    await expect(told).toContainText(problems.search_manager_405[language]);
    await page.evaluate(`document.body.dataset.before = 'yes'`);
    await told.getByRole('button', { name: common('ok'), exact: true }).click();
    await expect(page.locator('body[data-before]')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Choi Ara', level: 1 })).toBeVisible();
    expect((await readerOf(company, pk)())?.approver_fk).toBe(0);

    // What names no user is no request that is malformed.
    for (const address of ['abc', '999999999']) {
      await page.goto(`${stack.url}/${language}/management/managers/${address}`);
      await expect(page.getByText(t('gone'))).toBeVisible();
    }
  },
);

test.for(bothLanguages)('a company without a free seat adds no user (%s)', async (language, { open, stack }) => {
  const t = await textsOf(language, 'users');
  const account = await textsOf(language, 'account');
  const own = await addCompany(stack);
  await asSuperuser(stack, (sql) => sql`update licences set manager_limit = 2 where company_fk = ${own.pk}`);
  await addUser(own, 'First');
  const page = await open(`/${language}/management/managers/add`, { as: own.client, expected: /409/u });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field(t('column.name')).fill('Third');
  await field(account('confirm_password')).fill(PASSWORD);
  await field(t('form.password')).fill(PASSWORD);
  await page.locator('input[name="mgrid"]').fill(uniqueId('person'));
  // The last seat is taken while the form is filled in.
  await addUser(own, 'Second');
  const add = page.getByRole('button', { name: t('add') });
  await add.click();
  await expect(page.getByText(problems.sub_manager_limit[language])).toBeVisible();
  await expect(field(t('column.name'))).toHaveValue('Third');

  await page.reload();
  await expect(page.getByText(t('full', { limit: 2 }))).toBeVisible();
  await expect(add).toBeHidden();
  await page.getByRole('link', { name: t('back') }).click();
  await expect(add).toHaveAttribute('aria-disabled', 'true');
});

test('a sub-manager reads a member, and what it may not change does not ask to be filled in', async ({
  open,
  company,
  stack,
}) => {
  const head = await addNamedUser(stack, company, { name: 'Kim Head', type: 6, approves: true });
  const member = await addNamedUser(stack, company, { name: 'Park Member', asks: head });
  const page = await open(`/en/management/managers/${member.pk}`, { as: await stack.signIn(head) });
  const phone = page.getByRole('button', { name: 'Phone: –', exact: true });
  await expect(phone).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Add', { exact: true })).toBeHidden();
});
