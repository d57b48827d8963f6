import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetchAfterChange } from './refetch.ts';

const queryKey = ['requests'];

/** A server that answers a read when it is told to, with what it had when the read arrived. */
function startServer() {
  let stored = 'before';
  const waiting: (() => void)[] = [];
  return {
    store: (value: string) => void (stored = value),
    read: () => {
      const found = stored;
      return new Promise<string>((resolve) => waiting.push(() => resolve(found)));
    },
    answer: () => waiting.shift()?.(),
    reads: () => waiting.length,
  };
}

test.each(['first', 'later'])('a change during a %s read is read', async (which) => {
  const server = startServer();
  const queries = new QueryClient();
  const observer = new QueryObserver(queries, { queryKey, queryFn: server.read, staleTime: Number.POSITIVE_INFINITY });
  const leave = observer.subscribe(() => undefined);
  if (which === 'later') {
    server.answer();
    await expect.poll(() => observer.getCurrentResult().data).toBe('before');
    void queries.invalidateQueries({ queryKey });
  }
  await expect.poll(server.reads).toBe(1);
  server.store('after');
  const done = refetchAfterChange(queries, queryKey);
  server.answer();
  await expect.poll(server.reads).toBe(1);
  server.answer();
  await done;
  expect(observer.getCurrentResult().data).toBe('after');
  leave();
});

test('a read is not repeated when nothing is under way', async () => {
  const server = startServer();
  const queries = new QueryClient();
  queries.setQueryData(queryKey, 'before');
  await refetchAfterChange(queries, queryKey);
  expect(server.reads()).toBe(0);
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
