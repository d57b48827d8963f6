import type { BulkJob } from '@vigil/shared/contract/http/device-bulk';
import { expect, test } from 'vitest';
import { createBulkProgressStore } from './bulk-job-progress.ts';
import type { ConsoleSocket } from './socket.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');

function start(...jobs: BulkJob[]) {
  let announce: (progress: { bulk_id: string; handled: number; refused: number; total: number }) => void = () =>
    undefined;
  let gone: readonly string[] = [];
  const server = { jobs, reads: 0 };
  const changes = createBulkProgressStore({
    read: async () => {
      server.reads += 1;
      return server.jobs;
    },
    dismissed: { get: () => gone, set: (ids) => (gone = ids) },
    now: () => NOW,
  });
  changes.listenTo({ on: (_: string, listener: typeof announce) => (announce = listener) } as unknown as ConsoleSocket);
  const shown = () => changes.list().map(({ id, handled, refused, isOver }) => [id, handled, refused, isOver]);
  return { changes, server, shown, announce: (progress: Parameters<typeof announce>[0]) => announce(progress) };
}

const job = (id: string, more: Partial<BulkJob> = {}): BulkJob => ({
  id: id as BulkJob['id'],
  action: 'move',
  total: 1_200,
  done: 0,
  refused: 0,
  created_at: '2026-05-01T11:59:00Z',
  finished_at: null,
  ...more,
});
const finished = (id: string, more: Partial<BulkJob> = {}) =>
  job(id, { done: 1_200, finished_at: '2026-05-01T11:59:30Z', ...more });

test('a change of this page is followed to its answer, and never goes back', () => {
  const { changes, announce, shown, server } = start();
  changes.begin({ id: 'a', action: 'move', total: 1_200 });
  announce({ bulk_id: 'a', handled: 1_000, refused: 1, total: 1_200 });
  announce({ bulk_id: 'a', handled: 500, refused: 0, total: 1_200 });
  expect(shown()).toEqual([['a', 1_000, 1, false]]);
  announce({ bulk_id: 'a', handled: 1_200, refused: 1, total: 1_200 });
  changes.end('a', { refused: 3 });
  expect(shown()).toEqual([['a', 1_200, 3, true]]);
  expect(server.reads).toBe(0);
});

test('a small change is shown only if it left devices out', () => {
  const { changes, shown } = start();
  for (const [id, total, refused] of [
    ['all done', 20, 0],
    ['some left out', 20, 1],
    ['only one', 1, 1],
  ] as const) {
    changes.begin({ id, action: 'tag', total });
    expect(shown()).not.toContainEqual(expect.arrayContaining([id]));
    changes.end(id, { refused });
  }
  expect(shown()).toEqual([['some left out', 20, 1, true]]);
});

test('after a reload, what runs and what has left devices out is found again', async () => {
  const { changes, server, shown, announce } = start(
    job('running', { done: 500 }),
    finished('just now'),
    finished('long ago', { finished_at: '2026-05-01T09:00:00Z' }),
    finished('with gaps', { done: 1_190, refused: 10, finished_at: '2026-05-01T09:00:00Z' }),
  );
  await changes.recover();
  expect(shown()).toEqual([
    ['running', 500, 0, false],
    ['just now', 1_200, 0, true],
    ['with gaps', 1_200, 10, true],
  ]);
  announce({ bulk_id: 'running', handled: 1_000, refused: 0, total: 1_200 });
  expect(shown()[0]).toEqual(['running', 1_000, 0, false]);
  // How it ended is in the record.
  server.jobs = [finished('running', { done: 1_150, refused: 50 }), ...server.jobs.slice(1)];
  announce({ bulk_id: 'running', handled: 1_200, refused: 0, total: 1_200 });
  await changes.recover();
  expect([server.reads, shown()[0]]).toEqual([2, ['running', 1_200, 50, true]]);
});

test('a change of another page is read when it is announced', async () => {
  const { changes, server, shown, announce } = start(job('elsewhere', { done: 500 }));
  announce({ bulk_id: 'elsewhere', handled: 500, refused: 0, total: 1_200 });
  await changes.recover();
  expect([server.reads, shown()]).toEqual([1, [['elsewhere', 500, 0, false]]]);
});

test('what was dismissed does not come back; a request on its way is kept', async () => {
  const { changes, shown } = start(finished('old', { done: 1_199, refused: 1 }));
  await changes.recover();
  changes.dismiss('old');
  changes.begin({ id: 'new', action: 'move', total: 600 });
  await changes.recover();
  expect(shown()).toEqual([['new', 0, 0, false]]);
});

test('records that were read before an answer do not undo it', async () => {
  const { changes, shown } = start(job('a', { done: 500 }));
  changes.begin({ id: 'a', action: 'move', total: 1_200 });
  changes.begin({ id: 'b', action: 'move', total: 1_200 });
  const reading = changes.recover();
  changes.end('a', { refused: 0 });
  changes.end('b', { refused: 7 });
  await reading;
  expect(shown()).toEqual([
    ['b', 1_200, 7, true],
    ['a', 1_200, 0, true],
  ]);
});

test('a request without an answer is what the server has recorded of it', async () => {
  const { changes, shown, server } = start();
  changes.begin({ id: 'a', action: 'move', total: 1_200 });
  changes.begin({ id: 'never arrived', action: 'move', total: 1_200 });
  server.jobs = [job('a', { done: 500 })];
  changes.end('a', null);
  changes.end('never arrived', null);
  await changes.recover();
  expect(shown()).toEqual([['a', 500, 0, false]]);
});
