import { signUp } from '@vigil/shared/contract/http/accounts';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { takePasswordPlace } from '@vigil/shared/platform/passwords';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { addressOf, type TestApi } from '../../testing/test-api.ts';
import { addMember, PASSWORD, type TestCompany } from '../../testing/world.ts';

const test = apiTest({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' });
let api: TestApi;
let company: TestCompany;
test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

async function enter(mail: string, from: string) {
  const payload = { type: '1STEP', mail, pw: PASSWORD };
  const headers = { 'x-forwarded-for': from };
  const reply = await api.app.inject({ method: 'POST', url: addressOf(signIn), headers, payload });
  const { error } = reply.json<{ error?: { code: string } }>();
  return { code: error?.code ?? 'ok', retryAfter: reply.headers['retry-after'] };
}

/** As many passwords wait as strangers may have waiting. */
function fillPlacesOfStrangers(): Disposable {
  using places = new DisposableStack();
  for (let count = 0; count < 24; count += 1) places.use(takePasswordPlace('stranger'));
  return places.move();
}

test('while many passwords wait, strangers are told to come back, and who was in from the same network is not', async () => {
  const { id } = await addMember(api, company);
  expect((await enter(id, '203.0.113.1')).code).toBe('ok');
  using _places = fillPlacesOfStrangers();
  for (const [mail, from] of [
    ['nobody', '203.0.113.2'],
    [id, '203.0.113.2'],
    ['nobody', '203.0.113.1'],
  ] as const)
    expect(await enter(mail, from)).toEqual({ code: 'passwords_busy', retryAfter: '3' });
  expect((await enter(id, '203.0.113.1')).code).toBe('ok');
  const form = { mgrid: 'newcomer', pw: PASSWORD, name: 'New', mail: 'new@vigil.test', subscription: 'web' };
  const body = { ...form, agree_use: true, agree_privacy: true } as const;
  expect((await api.call(null, signUp, { body })).error?.code).toBe('passwords_busy');
});

test('an attempt that was not made is not counted, and the next one need not wait', async () => {
  const { id } = await addMember(api, company);
  const full = fillPlacesOfStrangers();
  // More often than wrong passwords lock an account.
  for (let count = 0; count < 8; count += 1) expect((await enter(id, '203.0.113.3')).code).toBe('passwords_busy');
  full[Symbol.dispose]();
  expect((await enter(id, '203.0.113.3')).code).toBe('ok');
});
