import type { LoginResult } from '@vigil/shared/contract/http/sign-in';
import { expect, test } from 'vitest';
import { signInOutcomeOf } from './sign-in-outcome.ts';

const passed: LoginResult = {
  step1: 'success',
  step2: 'success',
  step3: 'success',
  failure_limit: 0,
  current_failure: 0,
  self_unlock: 0,
  email: 'm***@vigil.test',
  mail: '',
  token: 'token',
  qrCodeFlag: false,
};
const failed: LoginResult = { ...passed, step1: 'fail', step2: 'wait', step3: 'wait', token: '' };

test('an answer with all steps passed is a session', () => {
  expect(signInOutcomeOf(passed)).toEqual({ kind: 'signed-in', token: 'token', profile: null, recoveryCodes: [] });
  expect(signInOutcomeOf({ ...passed, recovery_codes: ['A'] })).toMatchObject({ recoveryCodes: ['A'] });
});

test('a refusal without a cause is a wrong ID or password', () => {
  expect(signInOutcomeOf(failed)).toMatchObject({ kind: 'refused', cause: 'other', attemptsLeft: null });
});

test('the remaining attempts are counted, and never below 0', () => {
  expect(signInOutcomeOf({ ...failed, failure_limit: 5, current_failure: 3 })).toMatchObject({ attemptsLeft: 2 });
  expect(signInOutcomeOf({ ...failed, failure_limit: 5, current_failure: 9 })).toMatchObject({ attemptsLeft: 0 });
});

test.each(['locked', 'inactive', 'partner', 'external_access', 'ip_block', 'ip_allow'] as const)(
  'the cause %s is reported at every step that contains it',
  (cause) => {
    expect(signInOutcomeOf({ ...failed, cause: { [cause]: true } })).toMatchObject({ kind: 'refused', cause });
    expect(signInOutcomeOf({ ...passed, step2: 'fail', cause: { [cause]: true } })).toMatchObject({ cause });
  },
);

test('only a locked account may be unlocked by mail, and only if that is allowed', () => {
  const locked = { ...failed, cause: { locked: true } };
  expect(signInOutcomeOf({ ...locked, self_unlock: 1 })).toMatchObject({ selfUnlock: true });
  expect(signInOutcomeOf(locked)).toMatchObject({ selfUnlock: false });
  expect(signInOutcomeOf({ ...failed, cause: { inactive: true }, self_unlock: 1 })).toMatchObject({
    selfUnlock: false,
  });
});

test('an expired password has to be changed', () => {
  expect(signInOutcomeOf({ ...passed, cause: { pw_reject: true } })).toEqual({ kind: 'password-expired', max: null });
});

test('an unverified address comes with the key that sends the mail again', () => {
  expect(signInOutcomeOf({ ...passed, step2: 'fail', step3: 'wait', mail: 'key' })).toEqual({
    kind: 'email',
    key: 'key',
    address: 'm***@vigil.test',
  });
});

test('a code is requested with the half-token, and with the QR code only at the first set-up', () => {
  const waiting: LoginResult = { ...passed, step3: 'wait' };
  expect(signInOutcomeOf(waiting)).toEqual({ kind: 'code', token: 'token', setUp: null });
  expect(signInOutcomeOf({ ...waiting, qrCode: 'otpauth://x' })).toMatchObject({ setUp: null });
  expect(signInOutcomeOf({ ...waiting, qrCodeFlag: true, qrCode: 'otpauth://x' })).toMatchObject({
    setUp: 'otpauth://x',
  });
});

test('a wrong code is reported', () => {
  expect(signInOutcomeOf({ ...passed, step3: 'fail' })).toMatchObject({ kind: 'refused', cause: 'invalid_otp' });
});
