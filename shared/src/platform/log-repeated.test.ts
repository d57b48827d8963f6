import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { warnOfRepeatedFailure } from './log-repeated.ts';
import { createLog } from './log.ts';

function opened() {
  const lines: Record<string, unknown>[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  };
  return { lines, log: createLog('tests', 'info', new Writable({ write })) };
}

test('a failure that repeats is one line at once and one a minute, with the number of those between', () => {
  const { lines, log } = opened();
  for (let now = 0; now <= 120_000; now += 500)
    warnOfRepeatedFailure(log, { cause: new Error('Socket closed'), now, key: `stream ${now}` }, 'stream paused');
  expect(lines).toMatchObject([{ key: 'stream 0' }, { repeated: 119 }, { repeated: 119 }]);
});

test('queries of different rows that fail for one reason share the line', () => {
  const { lines, log } = opened();
  for (const row of [1, 2]) {
    const cause = new Error(`Failed query\nparams: ${row}`, { cause: new Error('connect ECONNREFUSED') });
    warnOfRepeatedFailure(log, { cause, now: 0, severity: 'error' }, 'not stored');
  }
  expect(lines).toMatchObject([{ level: 50, msg: 'not stored' }]);
});

test('another failure, and the same one of something else, have lines of their own', () => {
  const { lines, log } = opened();
  for (const message of ['stream paused', 'periodic work failed'])
    for (const text of ['Socket closed', 'OOM'])
      for (const now of [0, 1]) warnOfRepeatedFailure(log, { cause: new Error(text), now }, message);
  expect(lines).toHaveLength(4);
});
