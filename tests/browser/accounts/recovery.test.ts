import { mailLoginId } from '@vigil/shared/contract/http/accounts';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { coreIn } from '../support/core.ts';
import { linkOf, newestMail } from '../support/mails.ts';
import { bothLanguages, signInAs } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { addUser, uniqueId } from '../support/users.ts';

const signedOut = { as: null };

const words = {
  en: {
    email: 'Email',
    find: 'Find ID',
    id: 'ID',
    send: 'Send link',
    emailMissing: 'Please enter an email address.',
    emailInvalid: 'Please enter a valid email address.',
    noMatch: 'No matching user was found.',
    found: (email: string) =>
      `An email is on its way to ${email}. It holds your ID, or a link to verify the address first.`,
    invalidId: 'The ID must have 4 to 38 characters: letters, digits and @ . _ - only.',
    sent: 'If this ID exists, an email with a link is on its way.',
    pw: 'New password',
    again: 'Confirm password',
    change: 'Change password',
    differ: 'Passwords do not match.',
    same: 'The password was not changed.',
    modified: 'Your password was changed. Please sign in with the new one.',
    gone: 'This link is no longer valid',
    askAgain: 'Request new link',
  },
  ko: {
    email: '이메일',
    find: '아이디 찾기',
    id: '아이디',
    send: '링크 보내기',
    emailMissing: '이메일을 입력해 주세요.',
    emailInvalid: '올바른 이메일 주소를 입력해 주세요.',
    noMatch: '일치하는 사용자가 없습니다.',
    found: (email: string) =>
      `${email} 주소로 메일을 보냅니다. 아이디, 또는 먼저 이메일을 인증할 수 있는 링크가 들어 있습니다.`,
    invalidId: '아이디는 영문, 숫자, @ . _ - 4~38자로 입력해 주세요.',
    sent: '등록된 아이디라면 링크가 담긴 메일이 곧 발송됩니다.',
    pw: '새 비밀번호',
    again: '비밀번호 확인',
    change: '비밀번호 변경',
    differ: '비밀번호가 일치하지 않습니다.',
    same: '비밀번호를 변경하지 못했습니다.',
    modified: '비밀번호가 변경되었습니다. 새 비밀번호로 로그인해 주세요.',
    gone: '더 이상 유효하지 않은 링크입니다',
    askAgain: '새 링크 요청',
  },
} as const;

for (const language of bothLanguages) {
  const text = words[language];

  test.concurrent(`an ID is found by its address (${language})`, async ({ open, stack, company, mailbox }) => {
    const email = `${uniqueId('found')}@vigil.test`;
    const user = await addUser(stack, company, { email });
    const page = await open(`/${language}/forgot/temporary`, signedOut);
    const address = page.getByRole('textbox', { name: text.email, exact: true });
    const find = page.getByRole('button', { name: text.find, exact: true });
    // Whoever comes from the partners has no password to reset.
    await expect(page.getByRole('button', { name: text.send })).toBeHidden();
    await find.click();
    await expect(page.getByText(text.emailMissing)).toBeVisible();
    await address.fill('mina');
    await find.click();
    await expect(page.getByText(text.emailInvalid)).toBeVisible();
    await address.fill(`${uniqueId('unknown')}@vigil.test`);
    await find.click();
    await expect(page.getByRole('alert')).toHaveText(text.noMatch);
    await address.fill(email);
    await find.click();
    await expect(page.getByRole('status').filter({ hasText: email })).toHaveText(text.found(email));
    expect(await newestMail(mailbox, email)).toContain(user.id);
  });

  test.concurrent(
    `a forgotten password is replaced by the link of a mail, once (${language})`,
    coreIn(language),
    async ({ open, stack, company, mailbox }) => {
      const email = `${uniqueId('reset')}@vigil.test`;
      const user = await addUser(stack, company, { email });
      const page = await open(`/${language}/forgot`, { ...signedOut, expected: /Failed to load resource.*422/u });
      const send = page.getByRole('button', { name: text.send, exact: true });
      await send.click();
      await expect(page.getByText(text.invalidId)).toBeVisible();
      await page.getByRole('textbox', { name: text.id, exact: true }).fill(user.id);
      await send.click();
      await expect(page.getByRole('status').filter({ hasText: text.sent })).toBeVisible();

      const link = linkOf(await newestMail(mailbox, email));
      expect(link).toContain(`/${language}/reset-password?`);
      await page.goto(stack.url + link);
      const submit = page.getByRole('button', { name: text.change, exact: true });
      const fill = async (pw: string, again: string): Promise<void> => {
        await page.getByLabel(text.pw, { exact: true }).fill(pw);
        await page.getByLabel(text.again, { exact: true }).fill(again);
      };
      const change = async (pw: string, again: string): Promise<void> => {
        await fill(pw, again);
        await submit.click();
      };
      await fill('weak', 'weak');
      await expect(submit).toBeDisabled();
      await fill('Fresh123!', 'Other123!');
      await expect(page.getByText(text.differ)).toBeVisible();
      await expect(submit).toBeDisabled();
      await change(user.password, user.password);
      await expect(page.getByText(text.same)).toBeVisible();
      await change('Fresh123!', 'Fresh123!');
      await expect(page.getByRole('status').filter({ hasText: text.modified })).toBeVisible();
      await signInAs(page, { ...user, password: 'Fresh123!' }, language);
      await expect(page).toHaveURL(new RegExp(`/${language}/device/all$`, 'u'));

      await page.goto(stack.url + link);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.gone);
      await page.getByRole('link', { name: text.askAgain }).click();
      await expect(page).toHaveURL(new RegExp(`/${language}/forgot$`, 'u'));
    },
  );
}

test.concurrent('who asks too often is told for how long, and may ask again', async ({ open }) => {
  const page = await open('/en/forgot', { ...signedOut, expected: /Failed to load resource/u });
  const address = `**${API_BASE}${mailLoginId.path}`;
  const error = { code: 'too_many_requests', message: 'Too many attempts. Please try again later.' };
  await page.route(address, (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '42' }, json: { status: 429, error } }),
  );
  const find = page.getByRole('button', { name: 'Find ID' });
  await page.getByRole('textbox', { name: 'Email' }).fill('mina@vigil.test');
  await find.click();
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Try again in 42 seconds.');
  await page.unroute(address);
  await page.route(address, (route) => route.abort('connectionrefused'));
  await find.click();
  await expect(page.getByRole('alert')).toHaveText('Cannot reach the server. Please check your network connection.');
  await expect(find).toBeEnabled();
});
