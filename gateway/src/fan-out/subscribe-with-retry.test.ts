import { createLog } from '@vigil/shared/platform/log';
import { expect, test, vi } from 'vitest';
import { subscribeWithRetry } from './subscribe-with-retry.ts';

const log = createLog('test', 'silent');

test('a subscription that fails is repeated until it succeeds, and ends once', async () => {
  const unsubscribe = vi.fn<() => Promise<void>>(async () => undefined);
  const subscribe = vi
    .fn<() => Promise<typeof unsubscribe>>(async () => unsubscribe)
    .mockRejectedValueOnce(new Error('connection lost'));
  const subscription = subscribeWithRetry(subscribe, log, { channel: 'test' });
  await subscription.made;
  expect(subscribe).toHaveBeenCalledTimes(2);
  subscription.end();
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
});

test('a subscription that was ended is not tried again', async () => {
  const subscribe = vi.fn<() => Promise<() => Promise<void>>>().mockRejectedValue(new Error('connection lost'));
  const subscription = subscribeWithRetry(subscribe, log, { channel: 'test' });
  await vi.waitFor(() => expect(subscribe).toHaveBeenCalledOnce());
  subscription.end();
  await expect(subscription.made).rejects.toThrow('aborted');
  expect(subscribe).toHaveBeenCalledOnce();
});
