import type { ClientError } from '@vigil/shared/contract/http/client-errors';
import { expect, test } from 'vitest';
import { unreachableProblem } from './api-problem.ts';
import { createErrorReporter } from './error-reporter.ts';

function openPage(send: (error: ClientError) => Promise<unknown> = () => Promise.resolve()) {
  const page = new EventTarget();
  const sent: ClientError[] = [];
  const reports = createErrorReporter({
    page,
    release: 'first-a1.js',
    route: () => '/:lang/device/:group',
    send: (error) => {
      sent.push(error);
      return send(error);
    },
  });
  const fail = (error: unknown) => page.dispatchEvent(Object.assign(new Event('error'), { error }));
  const reject = (reason: unknown) => page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  return { sent, reports, fail, reject };
}

const origin = { release: 'first-a1.js', route: '/:lang/device/:group' };

test('an unhandled error and a rejection are reported once each, however they come', () => {
  const { sent, reports, fail, reject } = openPage();
  const [thrown, rejected] = [new TypeError('x is not a function'), new Error('refused')];
  fail(thrown);
  reject(rejected);
  for (const again of [fail, reject, reports.caught]) {
    again(thrown);
    again(rejected);
  }
  expect(sent).toMatchObject([
    { kind: 'error', ...origin, message: 'x is not a function', stack: expect.stringContaining('TypeError') as string },
    { kind: 'error', ...origin, message: 'refused' },
  ]);
});

test('addresses in a report have no query and no fragment', () => {
  const { sent, reject } = openPage();
  const error = new Error('failed: https://vigil.test/en/access/auth?key=s3cret');
  error.stack = 'Error\n at f (https://vigil.test/a.js#s3cret:1:2)';
  reject(error);
  expect(sent).toMatchObject([
    { message: 'failed: https://vigil.test/en/access/auth', stack: 'Error\n at f (https://vigil.test/a.js:1:2)' },
  ]);
});

test('what is thrown need not be an error, and is cut so that the server takes it', () => {
  const { sent, fail } = openPage();
  fail('only text');
  const long = new Error('가'.repeat(5_000));
  long.stack = '나'.repeat(20_000);
  fail(long);
  expect(sent[0]).toMatchObject({ message: 'only text' });
  expect(new TextEncoder().encode(JSON.stringify(sent[1])).length).toBeLessThanOrEqual(4_096);
  expect(sent[1]).toMatchObject({ message: '가'.repeat(500), stack: expect.stringMatching(/^나+$/u) as string });
});

test('what is no fault of the client is not reported', () => {
  const { sent, fail, reject } = openPage();
  reject(unreachableProblem('network', new TypeError('Failed to fetch')));
  reject(new DOMException('given up', 'AbortError'));
  reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'));
  fail(null);
  expect(sent).toEqual([]);
});

test('an error in a loop is reported a few times at most', () => {
  const { sent, fail } = openPage();
  for (let n = 0; n < 100; n++) fail(new Error(`number ${n}`));
  expect(sent).toHaveLength(20);
});

test('failed sign-ins leave room for the errors of the page, and are reported a few times themselves', () => {
  const { sent, fail, reports } = openPage();
  for (let n = 0; n < 100; n++) reports.signInFailed();
  fail(new Error('after many sign-ins'));
  expect(sent).toHaveLength(11);
  expect(sent.at(-1)).toMatchObject({ message: 'after many sign-ins' });
});

test('a report that fails causes no other, and a failed sign-in names nobody', async () => {
  const { sent, reports } = openPage(() => Promise.reject(new Error('no connection')));
  reports.signInFailed();
  await Promise.resolve();
  expect(sent).toEqual([{ kind: 'sign_in', ...origin }]);
});
