import { readProfile } from '@vigil/shared/contract/http/profile';
import { postAccess } from '@vigil/shared/contract/http/sessions';
import { signIn as signInOnce, signOut } from '@vigil/shared/contract/http/sign-in';
import type { Locator, Page } from 'playwright';
import type { Client } from '../../support/client.ts';
import type { Stack } from '../../support/stack.ts';
import { codeOf, wrongCodeFor } from '../support/authenticator.ts';
import { addCompany, type Company } from '../support/companies.ts';
import { coreIn } from '../support/core.ts';
import { connectionChip, deviceList } from '../support/device-list.ts';
import { linkOf, newestMail } from '../support/mails.ts';
import { PHONE } from '../support/screen-sizes.ts';
import { startDevices } from '../support/simulated-devices.ts';
import { expect, test } from '../support/test.ts';
import { addNamedUser } from '../support/users.ts';

const PROFILE = '/en/management/profile';
const SECURITY = `${PROFILE}/security`;
const DISPLAY = `${PROFILE}/display`;
const section = (page: Page, name: string): Locator => page.getByRole('region', { name });
const toast = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text });

/** A profile of its own for each test: sessions end and passwords change here. */
const ownCompany = async (stack: Stack): Promise<Company> => addCompany(stack);

const words = {
  en: {
    name: 'Name',
    saved: 'Saved',
    email: 'Email',
    wrong: 'Please enter a valid email address.',
    noName: 'Please enter a name.',
    noEmail: 'Please enter an email address.',
    move: 'Change email address',
    origin: 'Current password',
    verified: 'Your email address is verified',
  },
  ko: {
    name: '이름',
    saved: '저장했습니다',
    email: '이메일',
    wrong: '올바른 이메일 주소를 입력해 주세요.',
    noName: '이름을 입력해 주세요.',
    noEmail: '이메일을 입력해 주세요.',
    move: '이메일 주소 변경',
    origin: '현재 비밀번호',
    verified: '이메일 인증이 완료되었습니다',
  },
} as const;

for (const language of ['en', 'ko'] as const) {
  const text = words[language];
  test.concurrent(
    `a field is edited where it stands, given up by Escape, saved by Enter (${language})`,
    coreIn(language),
    async ({ open, stack, mailbox }) => {
      const { admin, client } = await ownCompany(stack);
      const page = await open(`/${language}/management/profile`, { as: client });
      const field = page.getByRole('textbox', { name: text.name });
      await page.getByRole('button', { name: `${text.name}: Mina Park` }).click();
      await field.fill('Somebody else');
      await field.press('Escape');
      await page.getByRole('button', { name: `${text.name}: Mina Park` }).click();
      await field.fill('Mina Kim');
      await field.press('Enter');
      await expect(toast(page, text.saved)).toBeVisible();
      await expect(page.getByRole('button', { name: `${text.name}: Mina Kim` })).toBeVisible();
      expect((await client.call(readProfile)).objects[0]?.name).toBe('Mina Kim');

      await page.getByRole('button', { name: `${text.email}: ` }).click();
      const email = page.getByRole('textbox', { name: text.email });
      await email.fill('mina@');
      await email.press('Enter');
      await expect(page.getByText(text.wrong)).toBeVisible();
      const next = `mina-${language}@vigil.test`;
      await email.fill(next);
      await email.press('Enter');
      const dialog = page.getByRole('dialog', { name: text.move });
      await expect(dialog).toContainText(next);
      await dialog.getByLabel(text.origin).fill(admin.password);
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      const pending = page.getByRole('status').filter({ hasText: next });
      await expect(pending).toBeVisible();
      // Mails are in the language of the account, which is Korean.
      const link = linkOf(await newestMail(mailbox, next)).replace('/ko/', `/${language}/`);
      await page.goto(stack.url + link);
      await expect(page.getByRole('heading', { name: text.verified })).toBeVisible();
      await page.goto(`${stack.url}/${language}/management/profile`);
      await expect(page.getByRole('button', { name: `${text.email}: ${next}` })).toBeVisible();
      await expect(pending).toHaveCount(0);

      await page.getByRole('button', { name: `${text.email}: ` }).click();
      await email.fill('');
      await email.press('Enter');
      await expect(page.getByText(text.noEmail)).toBeVisible();
      await email.press('Escape');
      await expect(page.getByRole('button', { name: `${text.email}: ${next}` })).toBeVisible();
    },
  );
}

for (const language of ['en', 'ko'] as const) {
  const text = words[language];
  test.concurrent(`a required field that is emptied says what is missing, and Escape takes it back (${language})`, async ({
    open,
    stack,
  }) => {
    const { client } = await ownCompany(stack);
    const page = await open(`/${language}/management/profile`, { as: client });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    const shown = page.getByRole('button', { name: `${text.name}: Mina Park` });
    const field = page.getByRole('textbox', { name: text.name });
    await shown.click();
    await field.fill('  ');
    await field.press('Enter');
    await expect(page.getByText(text.noName)).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.press('Escape');
    await expect(shown).toBeVisible();
    expect(sent).toEqual([]);
    expect((await client.call(readProfile)).objects[0]?.name).toBe('Mina Park');
  });
}

test.concurrent('a toast stands at the top right for five seconds', async ({ open, stack }) => {
  const { client } = await ownCompany(stack);
  const page = await open('/en/', { as: client, setsClock: true });
  await page.clock.install();
  await page.goto(stack.url + DISPLAY);
  const formats = page.getByRole('radiogroup', { name: 'Date format' });
  await expect(formats).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await formats.getByText('DD/MM/YYYY').click();
  const saved = toast(page, 'Saved');
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return saved.isVisible();
    })
    .toBe(true);
  const { x = 0, y = 0, width = 0 } = (await saved.boundingBox()) ?? {};
  expect(x + width).toBeGreaterThan(1_400);
  expect(y).toBeLessThan(120);
  await page.clock.runFor(4_800);
  await expect(saved).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(saved).toBeHidden();
});

test.concurrent('the password asks for the present one, and says what the new one lacks', async ({ open, stack }) => {
  const company = await ownCompany(stack);
  const elsewhere = await stack.signIn(company.admin);
  const other = await open('/ko/support/downloads', { as: elsewhere, expected: /401/u });
  await expect(connectionChip(other)).toContainText('실시간');
  const page = await open(SECURITY, { as: company.client, expected: /422/u });
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Change password' });
  await expect(dialog.getByLabel('Current password')).toBeFocused();

  await dialog.getByLabel('New password', { exact: true }).fill('abc');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'A lowercase letter' })).toContainText('– met');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'A digit' })).toContainText('– not met');
  await expect(submit).toBeDisabled();

  await dialog.getByLabel('Current password').fill('wrong');
  await dialog.getByLabel('New password', { exact: true }).fill('N3w-secret!');
  await dialog.getByLabel('Confirm password').fill('other');
  await expect(dialog).toContainText('Passwords do not match.');
  await dialog.getByLabel('Confirm password').fill('N3w-secret!');
  await submit.click();
  await expect(dialog.getByRole('alert')).toHaveText('Incorrect current password.');
  await dialog.getByLabel('Current password').fill(company.admin.password);
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(toast(page, 'The password was changed')).toBeVisible();
  await expect(other.getByRole('status').filter({ hasText: '비밀번호가 변경되었습니다.' })).toBeVisible();
  expect((await elsewhere.fetch('/lmm/api/v1.0/devices/summary')).status).toBe(401);
  const { objects } = await stack.publicClient.call(signInOnce, {
    body: { type: '1STEP', mail: company.admin.id, pw: 'N3w-secret!' },
  });
  expect(objects.step1).toBe('success');
});

test.concurrent('a time zone is found by its name or offset; times and dates follow it everywhere', async ({
  open,
  stack,
}) => {
  const company = await ownCompany(stack);
  const { client } = company;
  const page = await open(DISPLAY, { as: client });
  const zone = page.getByRole('textbox', { name: 'Time zone' });
  await expect(zone).toHaveValue('(UTC+09:00) Asia/Seoul');
  await zone.click();
  await expect(page.getByRole('option')).toHaveCount(10);
  await zone.fill('-05:00');
  await expect(page.getByRole('option')).toHaveText(['(UTC−05:00) America/New York', '(UTC−05:00) America/Bogota']);
  await zone.fill('bogota');
  await zone.press('Enter');
  await expect(zone).toHaveValue('(UTC−05:00) America/Bogota');
  const at = (await client.call(readProfile)).objects[0];
  expect(at?.time_zone_id).toBe(9);

  await page.getByRole('radiogroup', { name: 'Date format' }).getByText('DD/MM/YYYY').click();
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Bogota',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date());
  // Measures that are paused do not pass for current ones.
  await using simulated = await startDevices(company, 1);
  await page.getByRole('switch', { name: 'Refresh usage' }).click({ force: true });
  await expect(page.getByRole('textbox', { name: 'Refresh usage, seconds' })).toBeDisabled();
  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  const paused = page.getByText('Usage is paused');
  await expect(paused).toBeVisible();
  const cpu = deviceList(page).cell(simulated.device(0), 'cpu_usage').locator('div').first();
  await expect(cpu).toHaveCSS('opacity', '0.45');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(paused).toBeHidden();
  await expect(cpu).toHaveCSS('opacity', '1');
  await page.getByRole('button', { name: /^Account:/u }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByRole('link', { name: 'Security' }).click();
  await section(page, 'Signed-in sessions').getByRole('listitem').locator('time').first().hover();
  await expect(page.getByRole('tooltip')).toContainText(day);
});

/** A further session of a user, by a browser of this name. */
async function signInWith(stack: Stack, { admin }: Company, browser: string, dev_os_id = 1): Promise<Client> {
  const client = await stack.signIn(admin);
  await client.call(postAccess, { body: { browser, dev_os_id, type_id: 1 } });
  return client;
}

test.concurrent(
  'the list of sessions follows sign-ins and sign-outs elsewhere',
  { tags: 'core' },
  async ({ open, stack }) => {
    const company = await ownCompany(stack);
    const page = await open(SECURITY, { as: company.client });
    const sessions = section(page, 'Signed-in sessions').getByRole('listitem');
    await expect(sessions).toHaveCount(1);
    const other = await signInWith(stack, company, 'Firefox 131');
    await expect(sessions).toHaveCount(2);
    await other.call(signOut);
    await expect(sessions).toHaveCount(1);
  },
);

test.concurrent('sessions are devices: equal ones are grouped, and ended together', async ({ open, stack }) => {
  const company = await ownCompany(stack);
  const equal = [];
  for (let count = 0; count < 3; count += 1) equal.push(await signInWith(stack, company, 'Edge 140'));
  const phone = await signInWith(stack, company, 'Safari 18', 5);
  const page = await open(SECURITY, { as: company.client });
  const list = section(page, 'Signed-in sessions');
  const item = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('listitem').first()).toContainText('This session');
  await expect(item('Edge 140 on Windows')).toContainText('3 sessions');
  await expect(item('Edge 140 on Windows')).toContainText('The server’s own computer');
  await expect(item('Safari 18 on iOS')).not.toContainText('sessions');

  await item('Safari 18').locator('time').first().focus();
  await expect(page.getByRole('tooltip')).toHaveText(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/u);

  await list.getByRole('button', { name: /^Sign out all 3: Edge 140/u }).click();
  await expect(item('Edge 140')).toHaveCount(0);
  await expect(list.getByRole('listitem')).toHaveCount(2);
  for (const one of equal) expect((await one.fetch('/lmm/api/v1.0/devices/summary')).status).toBe(401);
  expect((await phone.fetch('/lmm/api/v1.0/devices/summary')).status).toBe(200);
});

test.concurrent('more than five devices are folded, and all other sessions end at once', async ({ open, stack }) => {
  const company = await ownCompany(stack);
  const others = [];
  for (let version = 1; version <= 6; version += 1) others.push(await signInWith(stack, company, `Whale ${version}`));
  const page = await open(SECURITY, { as: company.client });
  const list = section(page, 'Signed-in sessions');
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await list.getByRole('button', { name: 'Show 2 more' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(7);
  await list.getByRole('button', { name: 'Sign out all other sessions' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('6 other sessions will end immediately, and your API tokens are revoked.');
  await dialog.getByRole('button', { name: 'Sign out all other sessions' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  const answers = await Promise.all(others.map((one) => one.fetch('/lmm/api/v1.0/devices/summary')));
  expect(answers.map(({ status }) => status)).toEqual(others.map(() => 401));
  expect((await company.client.fetch('/lmm/api/v1.0/devices/summary')).status).toBe(200);
});

for (const [language, names] of [
  ['en', ['Profile', 'Security', 'Notifications', 'Display', 'Company']],
  ['ko', ['프로필', '보안', '알림', '표시', '회사']],
  ['ja', ['プロフィール', 'セキュリティ', '通知', '表示', '会社']],
] as const) {
  test.concurrent(`each part of the profile has an address and a key stop, on a phone as well (${language})`, async ({
    open,
    stack,
    company,
  }) => {
    const path = `/${language}/management/profile`;
    const page = await open(path, PHONE);
    const links = page.getByRole('main').getByRole('navigation').getByRole('link');
    await expect(links).toHaveText([...names]);
    await expect(links.nth(0)).toHaveAttribute('aria-current', 'page');
    for (const [index, part] of ['security', 'notifications', 'display', 'company'].entries()) {
      await links.nth(index).focus();
      await page.keyboard.press('Tab');
      await expect(links.nth(index + 1)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${stack.url}${path}/${part}`);
      await expect(links.nth(index + 1)).toHaveAttribute('aria-current', 'page');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    }
    await expect(page.getByRole('main')).toContainText((await readCompany(company.client)) ?? '');
    await page.goto(`${stack.url}${path}/nothing`);
    await expect(page).toHaveURL(`${stack.url}${path}`);
  });
}

const readCompany = async (client: Client) => (await client.call(readProfile)).objects[0]?.company_name;

test.concurrent('the one-time code is switched with the present password only, and explained', async ({
  open,
  stack,
}) => {
  const company = await ownCompany(stack);
  const page = await open(SECURITY, { as: company.client, expected: /401|422/u });
  const otp = section(page, 'Two-factor authentication');
  const dialog = page.getByRole('dialog');
  await otp.getByRole('button', { name: 'How two-factor authentication works' }).click();
  await expect(dialog).toContainText('authenticator app');
  await dialog.getByRole('button', { name: 'OK' }).click();

  await otp.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog).toContainText('Please enter');
  await dialog.getByLabel('Current password').fill('wrong');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Incorrect current password.');
  await dialog.getByLabel('Current password').fill(company.admin.password);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
  await expect(setUp.getByLabel('QR code for your authenticator app')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(setUp).toBeHidden();
  await expect(otp.getByText('Waiting for set-up')).toBeVisible();

  await otp.getByRole('button', { name: 'Set up now' }).click();
  await dialog.getByLabel('Current password').fill(company.admin.password);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const secret = (await setUp.getByText(/^[A-Z2-7 ]{26,}$/u).textContent()) ?? '';
  const field = setUp.getByLabel('One-time code');
  await field.fill(wrongCodeFor(secret));
  await expect(setUp.getByText('Incorrect code.')).toBeVisible();
  await field.fill(codeOf(secret));
  const codes = page.getByRole('dialog', { name: 'Recovery codes', exact: true });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(otp.getByText('On', { exact: true })).toBeVisible();
  await expect(otp.getByText('10 left')).toBeVisible();

  await otp.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Current password').fill(company.admin.password);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(otp.getByText('Off', { exact: true })).toBeVisible();
});

test.concurrent('an ordinary user sees who decides for them, and no company logo', async ({ open, stack, company }) => {
  const boss = await addNamedUser(stack, company, { name: 'Bora Lee', approves: true, type: 6 });
  const member = await addNamedUser(stack, company, { name: 'Jun Sato', asks: boss });
  const page = await open(PROFILE, { as: await stack.signIn(member) });
  await expect(section(page, 'Account')).toContainText(`Bora Lee (${boss.id})`);
  await expect(section(page, 'Account')).toContainText(member.id);
  await page.getByRole('link', { name: 'Company' }).click();
  await expect(section(page, 'Company')).toContainText('Department member');
  await expect(section(page, 'Company logo')).toHaveCount(0);
});
