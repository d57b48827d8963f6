import { coreIn } from '../support/core.ts';
import { invite } from '../support/guests.ts';
import { newestMail } from '../support/mails.ts';
import { bothLanguages } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { addUser, uniqueId } from '../support/users.ts';

const signedOut = { as: null };

const words = {
  en: {
    partner: /^Partner remote/u,
    invited: /^Invited by email/u,
    id: 'ID',
    password: 'Password',
    again: 'Confirm password',
    signIn: 'Sign in',
    refused: 'Partner IDs cannot sign in.',
    apply: 'Apply for a partner account',
    name: 'Name',
    email: 'Email',
    send: 'Submit application',
    problems: [
      'The ID must have 4 to 38 characters: letters, digits and @ . _ - only.',
      'Please enter a name.',
      'Please enter an email address.',
    ],
    done: 'Application received',
    code: 'Remote code',
    connect: 'Connect',
    byInvitation: 'Access by invitation',
    codeMissing: 'Please enter the remote code',
    codeInvalid: 'This invitation code is invalid or has expired.',
  },
  ko: {
    partner: /^파트너 원격/u,
    invited: /^이메일 초대 원격/u,
    id: '아이디',
    password: '비밀번호',
    again: '비밀번호 확인',
    signIn: '로그인',
    refused: '파트너 아이디로는 로그인할 수 없습니다.',
    apply: '파트너 계정 신청',
    name: '이름',
    email: '이메일',
    send: '신청하기',
    problems: [
      '아이디는 영문, 숫자, @ . _ - 4~38자로 입력해 주세요.',
      '이름을 입력해 주세요.',
      '이메일을 입력해 주세요.',
    ],
    done: '신청이 접수되었습니다',
    code: '원격 코드',
    connect: '접속',
    byInvitation: '초대로 접속 중',
    codeMissing: '원격 코드를 입력해 주세요',
    codeInvalid: '유효하지 않거나 만료된 초대 코드입니다.',
  },
} as const;

const WEEK_MS = 7 * 86_400_000;

for (const language of bothLanguages) {
  const text = words[language];

  test.concurrent(`a partner cannot sign in, and may apply (${language})`, async ({ open, mailbox }) => {
    const page = await open(`/${language}/welcome`, { ...signedOut, expected: /Failed to load resource.*409/u });
    await page.getByRole('link', { name: text.partner }).click();
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await field(text.id).fill('partner');
    await field(text.password).fill('Passw0rd!');
    await page.getByRole('button', { name: text.signIn, exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(text.refused);

    await page.getByRole('link', { name: text.apply }).click();
    const send = page.getByRole('button', { name: text.send, exact: true });
    await send.click();
    for (const problem of text.problems) await expect(page.getByText(problem)).toBeVisible();
    const id = uniqueId('partner');
    const email = `${id}@vigil.test`;
    await field(text.id).fill(id);
    await field(text.password).fill('Fresh123!');
    await field(text.again).fill('Fresh123!');
    await field(text.name).fill('Haru Tanaka');
    await field(text.email).fill(email);
    await send.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.done);
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(Date.now() + WEEK_MS);
    await expect(page.getByRole('status').filter({ hasText: date })).toBeVisible();
    // The address is not confirmed: nothing of what the applicant typed is mailed to it.
    expect(await newestMail(mailbox, email)).not.toContain(id);
  });

  test.concurrent(
    `an invitation code opens a session (${language})`,
    coreIn(language),
    async ({ open, stack, company }) => {
      const code = await invite(stack, await addUser(stack, company));
      const page = await open(`/${language}/welcome`, { ...signedOut, expected: /Failed to load resource.*422/u });
      await page.getByRole('link', { name: text.invited }).click();
      const field = page.getByRole('textbox', { name: text.code });
      const connect = page.getByRole('button', { name: text.connect, exact: true });
      await connect.click();
      await expect(page.getByText(text.codeMissing)).toBeVisible();
      await field.fill('AAAAA-BBBBB-CCCCC-DDDDD');
      await connect.click();
      await expect(page.getByText(text.codeInvalid)).toBeVisible();
      await field.fill(code.toLowerCase());
      await connect.click();
      await expect(page).toHaveURL(new RegExp(`/${language}/device/all$`, 'u'));
      await page.goto(`${stack.url}/${language}/management/profile`);
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([text.byInvitation]);
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    },
  );
}
