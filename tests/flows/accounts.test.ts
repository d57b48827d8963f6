import { recoverAccount, signUp, verifyEmail } from '@vigil/shared/contract/http/accounts';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { eventually } from '../support/eventually.ts';
import { openSocket } from '../support/sockets.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/system-test.ts';

const ID = 'kim.vigil';
const PASSWORD = 'Passw0rd!';
const NEXT = 'N3xt-Passw0r';

/** The key of the newest mail's link in the development mailbox, once it has `mails` mails. */
async function newestKey(stack: Stack, mails: number): Promise<string> {
  return eventually(async () => {
    const html = await (await fetch(stack.mailboxUrl)).text();
    expect(html.split('<article>').length - 1).toBe(mails);
    const [, key = ''] = /key=(vigil_[\w-]+)/u.exec(html) ?? [];
    return key;
  });
}

test('sign-up, e-mail verification and password reset, with the workers stopped for a while', async ({ start }) => {
  const stack = await start();
  const { publicClient, workers } = stack;
  const enter = async (pw: string) =>
    (await publicClient.call(signIn, { body: { type: '1STEP', mail: ID, pw } })).objects;

  await workers[0]?.kill();
  const form = { mgrid: ID, pw: PASSWORD, name: 'Kim', mail: 'kim@vigil.test', subscription: 'web' };
  await publicClient.call(signUp, { body: { ...form, agree_use: true, agree_privacy: true } });
  expect(await enter(PASSWORD)).toMatchObject({ step1: 'success', step2: 'fail' });
  await workers[0]?.start();
  const key = await newestKey(stack, 1);
  expect((await publicClient.call(verifyEmail, { body: { type: 'auth', key } })).objects.result).toBe('success');

  const { token } = await enter(PASSWORD);
  using browser = await openSocket(`${stack.url}/console`, { auth: { token } });
  await publicClient.call(recoverAccount, { body: { type: 'send', key: ID, lang_code: 'en' } });
  const reset = await newestKey(stack, 2);
  await publicClient.call(recoverAccount, { body: { type: 'set', key: reset, pw: NEXT } });
  await eventually(() => expect(browser.received('session_ended')).toEqual([{ reason: 'password_changed' }]));
  expect(await enter(PASSWORD)).toMatchObject({ step1: 'fail' });
  expect(await enter(NEXT)).toMatchObject({ step3: 'success' });
});
