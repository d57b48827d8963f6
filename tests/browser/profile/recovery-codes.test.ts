import { signIn, type LoginResult } from '@vigil/shared/contract/http/sign-in';
import { connectClient, type Client } from '../../support/client.ts';
import type { Stack } from '../../support/stack.ts';
import { codeOf, secretOf } from '../support/authenticator.ts';
import type { TestUser } from '../support/companies.ts';
import { expect, test } from '../support/test.ts';
import { addUser } from '../support/users.ts';

const words = {
  en: {
    section: 'Two-factor authentication',
    left: '10 left',
    make: 'Create new codes',
    submit: 'Create codes',
    origin: 'Current password',
    missing: 'Please enter a value.',
    wrong: 'Incorrect current password.',
    codes: 'Recovery codes',
    kept: 'I have saved the codes in a safe place',
    reset: 'Reset',
    setUp: 'Set up two-factor authentication',
  },
  ko: {
    section: '2단계 인증',
    left: '10개 남음',
    make: '새 코드 생성',
    submit: '생성',
    origin: '현재 비밀번호',
    missing: '내용을 입력해 주세요.',
    wrong: '현재 비밀번호가 올바르지 않습니다.',
    codes: '복구 코드',
    kept: '안전한 곳에 보관했습니다',
    reset: '초기화',
    setUp: '2단계 인증 설정',
  },
} as const;

/** The first step of a sign-in, with the client that takes the second one. */
async function begin(
  { publicClient, url }: Stack,
  { id, password }: TestUser,
): Promise<{ half: Client; result: LoginResult }> {
  const { objects: result } = await publicClient.call(signIn, { body: { type: '1STEP', mail: id, pw: password } });
  return { half: connectClient(url, result.token), result };
}

const finish = async (half: Client, code: string): Promise<LoginResult> =>
  (await half.call(signIn, { body: { type: '3STEP', code } })).objects;

for (const language of ['en', 'ko'] as const) {
  test.concurrent(`recovery codes are made anew, and the authenticator is reset, with the password (${language})`, async ({
    open,
    stack,
    company,
  }) => {
    const text = words[language];
    const user = await addUser(stack, company, { flag_use_otp: 1 });
    const { half, result } = await begin(stack, user);
    const session = await finish(half, codeOf(secretOf(result.qrCode ?? '')));
    const [first = '', second = ''] = session.recovery_codes ?? [];
    // One of the ten is used.
    expect((await finish((await begin(stack, user)).half, first)).step3).toBe('success');

    const page = await open(`/${language}/management/profile/security`, {
      as: connectClient(stack.url, session.token),
      expected: /422/u,
    });
    const section = page.getByRole('region', { name: text.section });
    await expect(section.getByText(text.left)).toHaveCount(0);
    await section.getByRole('button', { name: text.make }).click();
    const dialog = page.getByRole('dialog');
    const submit = dialog.getByRole('button', { name: text.submit, exact: true });
    await submit.click();
    await expect(dialog.getByText(text.missing)).toBeVisible();
    await dialog.getByLabel(text.origin).fill('not this one');
    await submit.click();
    await expect(dialog.getByRole('alert')).toHaveText(text.wrong);
    await dialog.getByLabel(text.origin).fill(user.password);
    await submit.click();
    const shown = page.getByRole('dialog', { name: text.codes, exact: true });
    await expect(shown.getByRole('listitem')).toHaveCount(10);
    const [fresh = ''] = await shown.getByRole('listitem').allTextContents();
    await shown.getByRole('button', { name: text.kept }).click();
    await expect(dialog).toHaveCount(0);
    await expect(section.getByText(text.left)).toBeVisible();
    expect((await finish((await begin(stack, user)).half, second)).step3).toBe('fail');
    expect((await finish((await begin(stack, user)).half, fresh)).step3).toBe('success');

    await section.getByRole('button', { name: text.reset, exact: true }).click();
    await dialog.getByLabel(text.origin).fill(user.password);
    await dialog.getByRole('button', { name: text.reset, exact: true }).click();
    const setUp = page.getByRole('dialog', { name: text.setUp });
    await expect(setUp).toBeVisible();
    await page.keyboard.press('Escape');
    // An abandoned set-up changes nothing: the next sign-in asks for a code and shows no QR image.
    await expect(setUp).toHaveCount(0);
    expect((await begin(stack, user)).result.qrCodeFlag).not.toBe(true);
  });
}
