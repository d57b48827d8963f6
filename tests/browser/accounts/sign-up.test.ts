import { checkLoginIdAvailability, signUp } from '@vigil/shared/contract/http/accounts';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { Locator, Page } from 'playwright';
import { asSuperuser } from '../../support/superuser.ts';
import { coreIn } from '../support/core.ts';
import { linkOf, newestMail } from '../support/mails.ts';
import { bothLanguages, signInAs, type OfferedLanguage } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { uniqueId } from '../support/users.ts';

const words = {
  en: {
    agree: ['I agree to all', 'I agree to the terms of use', 'I agree to the collection and use of personal data'],
    go: 'Continue',
    fields: { id: 'ID', pw: 'Password', again: 'Confirm password', name: 'Name', mail: 'Email' },
    company: 'Company name (optional)',
    personal: 'Personal',
    enterprise: 'Business',
    submit: 'Sign up',
    invalid_id: 'The ID must have 4 to 38 characters: letters, digits and @ . _ - only.',
    id_exist: 'This ID is already in use.',
    free: /^This ID is available$/u,
    rule: 'Use 8 to 12 characters with uppercase and lowercase letters, a digit and one of',
    differ: 'Passwords do not match.',
    name: 'Please enter a name.',
    mailMissing: 'Please enter an email address.',
    mailInvalid: 'Please enter a valid email address.',
    welcome: 'Welcome to Vigil',
    trial: '15 days for up to 5 devices',
    toSignIn: 'Go to sign-in',
  },
  ko: {
    agree: ['모두 동의합니다', '이용약관에 동의합니다', '개인정보 수집 및 이용에 동의합니다'],
    go: '계속',
    fields: { id: '아이디', pw: '비밀번호', again: '비밀번호 확인', name: '이름', mail: '이메일' },
    company: '회사명 (선택)',
    personal: '개인용',
    enterprise: '기업용',
    submit: '가입하기',
    invalid_id: '아이디는 영문, 숫자, @ . _ - 4~38자로 입력해 주세요.',
    id_exist: '이미 사용 중인 아이디입니다.',
    free: /^사용할 수 있는 아이디입니다$/u,
    rule: '대문자, 소문자, 숫자, 특수문자(# ? ! @ $ % ^ & * -)를 포함해 8~12자로 입력해 주세요.',
    differ: '비밀번호가 일치하지 않습니다.',
    name: '이름을 입력해 주세요.',
    mailMissing: '이메일을 입력해 주세요.',
    mailInvalid: '올바른 이메일 주소를 입력해 주세요.',
    welcome: 'Vigil에 오신 것을 환영합니다',
    trial: '15일간 장치 5대까지',
    toSignIn: '로그인 화면으로 이동',
  },
} as const;

const signedOut = { as: null };

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

async function agreeToAll(page: Page, language: OfferedLanguage): Promise<void> {
  const text = words[language];
  await page.getByLabel(text.agree[0]).check();
  await page.getByRole('button', { name: text.go, exact: true }).click();
}

for (const language of bothLanguages) {
  const text = words[language];

  test.concurrent(`both agreements are needed to continue (${language})`, async ({ open }) => {
    const page = await open(`/${language}/join-us`, signedOut);
    const [all, use, privacy] = text.agree.map((label) => page.getByLabel(label, { exact: true }));
    const go = page.getByRole('button', { name: text.go, exact: true });
    await expect(go).toBeDisabled();
    await use?.check();
    await expect(all as Locator).not.toBeChecked();
    await expect(go).toBeDisabled();
    await privacy?.check();
    await expect(all as Locator).toBeChecked();
    await use?.uncheck();
    await expect(all as Locator).not.toBeChecked();
    await expect(privacy as Locator).toBeChecked();
    await all?.check();
    await expect(use as Locator).toBeChecked();
    await go.click();
    await expect(field(page, text.fields.id)).toBeVisible();
  });

  test.concurrent(
    `each field is asked for in its turn, until there is an account (${language})`,
    coreIn(language),
    async ({ open, stack, company, mailbox }) => {
      const page = await open(`/${language}/join-us`, signedOut);
      await agreeToAll(page, language);
      const { id, pw, again, name, mail } = text.fields;
      const submit = page.getByRole('button', { name: text.submit, exact: true });
      const refused = async (message: string): Promise<void> => {
        await submit.click();
        await expect(page.getByText(message).first()).toBeVisible();
      };
      const login = uniqueId('new');
      const address = `${login}@vigil.test`;

      await refused(text.invalid_id);
      await field(page, id).fill(company.admin.id);
      await expect(page.getByText(text.id_exist)).toBeVisible();
      await refused(text.id_exist);
      await field(page, id).fill(login);
      await expect(page.getByRole('status').filter({ hasText: text.free })).toBeAttached();
      await field(page, pw).fill('weak');
      await refused(text.rule);
      await field(page, pw).fill('Fresh123!');
      await refused(text.differ);
      await field(page, again).fill('Fresh123!');
      await refused(text.name);
      await field(page, name).fill('Mina Park');
      await refused(text.mailMissing);
      await field(page, mail).fill('mina@');
      await refused(text.mailInvalid);
      await field(page, mail).fill(address);

      await page.getByText(text.personal, { exact: true }).click();
      await expect(field(page, text.company)).toBeHidden();
      await page.getByText(text.enterprise, { exact: true }).click();
      await field(page, text.company).fill('Northwind');
      await submit.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.welcome);
      await expect(page.getByText(text.trial)).toBeVisible();
      await expect(page.getByText(address)).toBeVisible();

      await page.goto(stack.url + linkOf(await newestMail(mailbox, address)));
      await page.getByRole('link', { name: text.toSignIn }).click();
      await signInAs(page, { id: login, password: 'Fresh123!' }, language);
      await expect(page).toHaveURL(new RegExp(`/${language}/device/all$`, 'u'));
      const [made] = await asSuperuser(
        stack,
        (sql) => sql`
        select c.name, l.type, l.device_volume, u.lang_code from users u
        join companies c on c.pk = u.company_fk join licences l on l.company_fk = c.pk where u.mgrid = ${login}`,
      );
      expect(made).toMatchObject({ name: 'Northwind', type: 'Free', device_volume: 5, lang_code: language });
    },
  );
}

test.concurrent('an ID is asked for once it was typed, not at every letter', async ({ open }) => {
  const page = await open('/en/join-us', { ...signedOut, setsClock: true });
  await page.clock.install();
  await agreeToAll(page, 'en');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === `${API_BASE}${checkLoginIdAvailability.path}`) asked.push(searchParams.get('value') ?? '');
  });
  const login = uniqueId('typed');
  // However slowly a busy machine types, no pause is long enough while the clock stands.
  await page.clock.pauseAt(Date.now() + 60_000);
  await field(page, 'ID').pressSequentially(login);
  await page.clock.resume();
  await expect(page.getByRole('status').filter({ hasText: words.en.free })).toBeAttached();
  expect(asked).toEqual([login]);
});

test.concurrent('two presses sign up once, and what the server refuses stands at its field', async ({ open }) => {
  const page = await open('/en/join-us', { ...signedOut, expected: /Failed to load resource.*409/u });
  await agreeToAll(page, 'en');
  let calls = 0;
  const answers: { release?: () => void } = {};
  const held = new Promise<void>((resolve) => (answers.release = resolve));
  await page.route(`**${API_BASE}${signUp.path}`, async (route) => {
    calls += 1;
    await held;
    // Somebody else was quicker.
    const error = { code: 'id_exist', message: 'This ID is already in use.' };
    await route.fulfill({ status: 409, json: { status: 409, error } });
  });
  await field(page, 'ID').fill(uniqueId('twice'));
  await field(page, 'Password').fill('Fresh123!');
  await field(page, 'Confirm password').fill('Fresh123!');
  await field(page, 'Name').fill('Mina Park');
  await field(page, 'Email').fill('mina@vigil.test');
  await field(page, 'Email').press('Enter');
  await field(page, 'Email').press('Enter');
  await expect.poll(() => calls).toBe(1);
  await field(page, 'Email').press('Enter');
  answers.release?.();
  await expect(page.getByText('This ID is already in use.')).toBeVisible();
  await expect(field(page, 'ID')).toBeFocused();
  expect(calls).toBe(1);
});

test.concurrent('how a visitor came is passed on from any address to the sign-up', async ({ open, stack }) => {
  const page = await open('/en/', signedOut);
  for (const [address, language] of [
    ['/?from=Fair+2026', 'en'],
    ['/fr/?from=Fair+2026', 'ko'],
  ] as const) {
    await page.goto(`${stack.url}${address}`);
    await page.locator('a[href*="/join-us"]').click();
    await expect(page).toHaveURL(`${stack.url}/${language}/join-us?from=Fair+2026`);
  }
});
