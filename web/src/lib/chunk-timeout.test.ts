import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkTimeout, withinChunkTimeout } from './chunk-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a part of the console that never comes fails after two minutes', async () => {
  let error: unknown;
  withinChunkTimeout(new Promise(() => undefined)).catch((cause: unknown) => (error = cause));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(error).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(error).toBeInstanceOf(ChunkTimeout);
});

test('one that comes, or fails, in time leaves no timer behind', async () => {
  expect(await withinChunkTimeout(Promise.resolve('page'))).toBe('page');
  await expect(withinChunkTimeout(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(vi.getTimerCount()).toBe(0);
});
