import { addCompany } from '../support/companies.ts';
import { coreIn } from '../support/core.ts';
import { linkOf, newestMail } from '../support/mails.ts';
import { allDevices, bothLanguages, signInAs } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { addUser, setPolicies, uniqueId } from '../support/users.ts';

const signedOut = { as: null };
const mailAddress = (): string => `${uniqueId('mail')}@vigil.test`;
const DAY_MS = 86_400_000;

const verifying = {
  en: {
    dialog: 'Verify your email address',
    again: 'Resend email',
    sent: 'The email is on its way.',
    fail: 'The email could not be sent. Please try again later.',
  },
  ko: {
    dialog: '이메일 인증',
    again: '메일 다시 보내기',
    sent: '메일이 곧 발송됩니다.',
    fail: '메일을 보내지 못했습니다. 잠시 후 다시 시도해 주세요.',
  },
} as const;
const verified = {
  en: { success: 'Your email address is verified', already: 'is already verified', go: 'Go to sign-in' },
  ko: { success: '이메일 인증이 완료되었습니다', already: '이미 인증된 이메일입니다', go: '로그인 화면으로 이동' },
} as const;

for (const language of bothLanguages) {
  test.concurrent(`who has not verified the address gets the mail again, and then in (${language})`, async ({
    open,
    stack,
    company,
    mailbox,
  }) => {
    const email = mailAddress();
    const user = await addUser(stack, company, { email, email_verified_at: null, lang_code: language });
    const page = await open(`/${language}/`, signedOut);
    await signInAs(page, user, language);
    const dialog = page.getByRole('dialog', { name: verifying[language].dialog });
    await dialog.getByRole('button', { name: verifying[language].again }).click();
    await expect(dialog.getByRole('status')).toContainText(verifying[language].sent);

    const link = linkOf(await newestMail(mailbox, email));
    await page.goto(stack.url + link);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(verified[language].success);
    await page.reload();
    await expect(heading).toContainText(verified[language].already);
    await page.getByRole('link', { name: verified[language].go }).click();
    await signInAs(page, user, language);
    await expect(page).toHaveURL(/device\/all$/u);
  });
}

const unlocking = {
  en: {
    locked: 'Too many failed attempts.',
    button: 'Email me an unlock link',
    sent: 'we have sent an unlock link to it',
    done: 'Your account is unlocked',
  },
  ko: {
    locked: '로그인 시도 횟수를 초과했습니다.',
    button: '잠금 해제 메일 받기',
    sent: '잠금 해제 링크를 보내 드립니다',
    done: '계정 잠금이 해제되었습니다',
  },
} as const;

for (const language of bothLanguages) {
  test.concurrent(`a mail that cannot be sent again says so, and a locked account is opened by one (${language})`, async ({
    open,
    stack,
    mailbox,
  }) => {
    const [verify, unlock] = [verifying[language], unlocking[language]];
    const company = await addCompany(stack);
    await setPolicies(stack, company, { block_num: 1, self_unlock: 1 });
    const page = await open(`/${language}/`, { ...signedOut, expected: /503/u });
    await page.route('**/email_auth', (route) =>
      route.fulfill({ status: 503, json: { status: 503, error: { code: 'unavailable', message: '' } } }),
    );
    await signInAs(page, await addUser(stack, company, { email: mailAddress(), email_verified_at: null }), language);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: verify.again }).click();
    await expect(dialog.getByRole('alert')).toHaveText(verify.fail);
    await expect(dialog.getByRole('button', { name: verify.again })).toBeEnabled();
    await page.keyboard.press('Escape');

    const email = mailAddress();
    const user = await addUser(stack, company, { email });
    await signInAs(page, { ...user, password: 'not this one' }, language);
    await expect(page.getByRole('alert')).toContainText(unlock.locked);
    await page.getByRole('button', { name: unlock.button }).click();
    await expect(page.getByRole('alert')).toContainText(unlock.sent);

    // The mail of the lock is in the language of the account, the one that was asked for in that of the page.
    const link = linkOf(await newestMail(mailbox, email)).replace('/ko/', `/${language}/`);
    await page.goto(stack.url + link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(unlock.done);
    await page.goto(`${stack.url}/${language}/`);
    await signInAs(page, user, language);
    await expect(page).toHaveURL(allDevices(language));
  });
}

const expired = {
  en: {
    limit: 'Your password has expired. Set a new one to continue.',
    fields: ['Current password', 'New password', 'Confirm password'],
    submit: 'Change password',
    wrong: 'Please check your ID and password.',
    differ: 'Passwords do not match.',
    same: 'The password was not changed.',
    modified: 'Your password was changed. Please sign in with the new one.',
  },
  ko: {
    limit: '비밀번호 사용 기간이 만료되었습니다. 계속하려면 새 비밀번호를 설정해 주세요.',
    fields: ['현재 비밀번호', '새 비밀번호', '비밀번호 확인'],
    submit: '비밀번호 변경',
    wrong: '아이디와 비밀번호를 확인해 주세요.',
    differ: '비밀번호가 일치하지 않습니다.',
    same: '비밀번호를 변경하지 못했습니다.',
    modified: '비밀번호가 변경되었습니다. 새 비밀번호로 로그인해 주세요.',
  },
} as const;

for (const language of bothLanguages) {
  test.concurrent(
    `an expired password is changed on the way in (${language})`,
    coreIn(language),
    async ({ open, stack }) => {
      const text = expired[language];
      const company = await addCompany(stack);
      // The strictest level holds on the way in, also where the company has none (spec 1 §5).
      await setPolicies(stack, company, { password_change_limit: 30, password_level: 0 });
      const user = await addUser(stack, company, { password_changed_at: new Date(Date.now() - 31 * DAY_MS) });
      // The address that needed the sign-in is kept over it.
      const page = await open(`/${language}/device/favorate?x=1`, {
        ...signedOut,
        expected: /Failed to load resource.*(401|422)/u,
      });
      await signInAs(page, user, language);
      await expect(page).toHaveURL(new RegExp(`/${language}/access/retypepassword/${user.id}$`, 'u'));
      await expect(page.getByText(text.limit)).toBeVisible();
      const submit = page.getByRole('button', { name: text.submit, exact: true });
      const fill = async (typed: readonly [string, string, string]): Promise<void> => {
        for (const [index, value] of typed.entries()) {
          await page.getByLabel(text.fields[index] ?? '', { exact: true }).fill(value);
        }
      };
      const change = async (...typed: [string, string, string]): Promise<void> => {
        await fill(typed);
        await submit.click();
      };
      await fill([user.password, 'Fresh123!', 'Other123!']);
      await expect(page.getByText(text.differ)).toBeVisible();
      await expect(submit).toBeDisabled();
      await fill([user.password, 'four', 'four']);
      await expect(submit).toBeDisabled();
      await change('not this one', 'Fresh123!', 'Fresh123!');
      await expect(page.getByText(text.wrong)).toBeVisible();
      await change(user.password, user.password, user.password);
      await expect(page.getByText(text.same)).toBeVisible();
      await change(user.password, 'Fresh123!', 'Fresh123!');
      await expect(page.getByRole('status').filter({ hasText: text.modified })).toBeVisible();
      await signInAs(page, { ...user, password: 'Fresh123!' }, language);
      await expect(page).toHaveURL(new RegExp(`/${language}/device/favorate\\?x=1$`, 'u'));
    },
  );
}
