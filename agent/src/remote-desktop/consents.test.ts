import { randomUUID } from 'node:crypto';
import { RemoteSessionId } from '@vigil/shared/contract/ids';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { silentLog } from '../log.ts';
import { FakeHost } from '../testing/fake-host.ts';
import { CONSENT_SECONDS, Consents, type ConsentAnswer } from './consents.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const host = new FakeHost();
  const answered: ConsentAnswer[] = [];
  const lock = { isOn: false };
  const consents = new Consents({
    host,
    fingerprint: '0123 4567 89ab cdef',
    isInputLocked: () => lock.isOn,
    clock: systemClock,
    log: silentLog,
    onAnswered: ({ answer }) => answered.push(answer),
  });
  const session = RemoteSessionId.parse(randomUUID());
  const ask = (rule: 'or_allow' | 'or_refuse') =>
    consents.ask(session, { userName: 'Mina', rights: ['view', 'input'] }, rule);
  return { host, answered, lock, consents, session, ask };
}

test('[RELAY-11] whoever lets a viewer in, and whoever does not, has answered', async () => {
  const yes = start();
  expect(await yes.ask('or_refuse')).toEqual({ answer: 'given', isLetIn: true });
  const no = start();
  no.host.answer = Promise.resolve(false);
  expect(await no.ask('or_allow')).toEqual({ answer: 'declined', isLetIn: false });
  expect([yes.answered, no.answered]).toEqual([['given'], ['declined']]);
});

test.each([
  ['or_allow', true],
  ['or_refuse', false],
] as const)(
  '[RELAY-11] who says nothing in time has refused nothing, and the rule decides: %s',
  async (rule, isLetIn) => {
    const { host, answered, ask } = start();
    host.answer = new Promise(() => undefined);
    const asked = ask(rule);
    await vi.advanceTimersByTimeAsync(CONSENT_SECONDS * 1_000 - 1);
    expect(answered).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toEqual({ answer: 'unanswered', isLetIn });
    expect(answered).toEqual(['unanswered']);
  },
);

test('[RELAY-11] where nobody can be asked, or the input is locked, nobody has answered', async () => {
  const failing = start();
  failing.host.answer = Promise.reject(new Error('no way to show a text'));
  expect(await failing.ask('or_refuse')).toEqual({ answer: 'unanswered', isLetIn: false });
  const locked = start();
  locked.lock.isOn = true;
  expect(await locked.ask('or_allow')).toEqual({ answer: 'unanswered', isLetIn: true });
  expect([failing.answered, locked.answered, locked.host.questions]).toEqual([['unanswered'], ['unanswered'], []]);
});

test('[RELAY-11] a question that is asked again has one answer, and one whose session ends has none', async () => {
  const { answered, consents, session, ask } = start();
  expect(await Promise.all([ask('or_refuse'), ask('or_refuse')])).toHaveLength(2);
  expect(answered).toEqual(['given']);
  const gone = start();
  gone.host.answer = new Promise(() => undefined);
  const asked = gone.ask('or_allow');
  gone.consents.forget(gone.session);
  expect([await asked, gone.answered]).toEqual([null, []]);
  consents.forget(session);
});
