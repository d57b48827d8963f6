import { expect, test } from 'vitest';
import { createLog } from './log.ts';

/** Everything that a log wrote, as text. */
function capture(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('test', 'trace', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test('secrets are redacted at every depth that is logged', () => {
  const text = capture((log) => {
    log.info({ pw: 'vigil_a', body: { origin_pw: 'vigil_b', deep: { token: 'vigil_c' } } }, 'request received');
  });
  expect(text).toContain('[redacted]');
  expect(text).not.toContain('vigil_');
});

test('a failed query is logged without its values, with its stack', () => {
  const query = new Error(
    'Failed query: insert into "mails" values ($1)\nparams: kim@vigil.test,vigil_secret\nsecond line',
  );
  Object.assign(query, { params: ['vigil_secret'], query: 'insert into "mails" values ($1)' });
  const cause = Object.assign(new Error('null value'), { detail: 'Failing row contains (1, vigil_secret).' });
  const text = capture((log) => {
    log.error({ err: query }, 'failed');
    log.error({ err: cause }, 'failed');
    log.error({ err: new Error('outer', { cause: query }) }, 'failed');
  });
  expect(text).not.toContain('vigil_secret');
  expect(text).not.toContain('second line');
  expect(text).toContain('insert into');
  expect(text).toContain('log.test.ts');
});
