import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useWakeLock } from './use-wake-lock.ts';

class FakeLock extends EventTarget {
  released = false;
  release = async () => {
    this.released = true;
    this.dispatchEvent(new Event('release'));
  };
}

const request = vi.fn<() => Promise<FakeLock>>();
beforeEach(() => {
  request.mockReset();
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(request as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a wake lock that the browser ends is requested again while the wall is shown', async () => {
  const locks = [new FakeLock(), new FakeLock()] as const;
  for (const lock of locks) request.mockResolvedValueOnce(lock);
  const { unmount } = await renderHook(() => useWakeLock());
  await expect.poll(() => request.mock.calls.length).toBe(1);
  await locks[0].release();
  await expect.poll(() => request.mock.calls.length).toBe(2);
  await unmount();
  await expect.poll(() => locks[1].released).toBe(true);
  expect(request).toHaveBeenCalledTimes(2);
});

test('a refused wake lock is requested again each minute, until the wall is closed', async () => {
  request.mockRejectedValue(new DOMException('low battery', 'NotAllowedError'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { unmount } = await renderHook(() => useWakeLock());
  await vi.advanceTimersByTimeAsync(59_000);
  expect(request).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(request).toHaveBeenCalledTimes(3);
  await unmount();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(request).toHaveBeenCalledTimes(3);
});
