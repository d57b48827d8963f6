import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { countReloads } from '../../testing/count-reloads.ts';
import { openWall, tiles } from './wall.test-support.tsx';

const OTHER_VERSION = '<script type="module" src="/assets/main-other.js"></script>';

const askServer = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  askServer.mockReset();
  vi.spyOn(window, 'fetch').mockImplementation(askServer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A wall whose connection was lost and is there again. */
async function reconnect() {
  const wall = await openWall({ devices: [fakeDevice(1, { approval: 1 })] });
  await expect.element(tiles.nth(0)).toBeVisible();
  expect(askServer).not.toHaveBeenCalled();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const lose = () => wall.setLink({ kind: 'offline', reason: 'disconnected', since: Date.now() });
  const connect = () => wall.setLink({ kind: 'live', reason: 'subscribed', latencyMs: 3 });
  lose();
  await expect.poll(() => document.querySelector('[data-link="offline"]')).not.toBeNull();
  connect();
  await expect.poll(() => askServer.mock.calls.length).toBe(1);
  return { lose };
}

test('the wall asks for the served version until the server answers, and reloads for another one', async () => {
  const reloads = countReloads();
  askServer.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  askServer.mockResolvedValueOnce(new Response('', { status: 502 }));
  askServer.mockResolvedValueOnce(new Response(OTHER_VERSION));
  await reconnect();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(askServer).toHaveBeenCalledTimes(2);
  expect(reloads()).toBe(0);
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.poll(reloads).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askServer).toHaveBeenCalledTimes(3);
});

test('without a connection the wall no longer asks', async () => {
  askServer.mockRejectedValue(new TypeError('Failed to fetch'));
  const { lose } = await reconnect();
  lose();
  await expect.poll(() => document.querySelector('[data-link="offline"]')).not.toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askServer).toHaveBeenCalledTimes(1);
});

test('an hour after the same version was served the wall asks again', async () => {
  const reloads = countReloads();
  const own = [...document.querySelectorAll('script[type="module"][src]')].map((script) => script.outerHTML).join('');
  askServer.mockResolvedValueOnce(new Response(own));
  askServer.mockResolvedValueOnce(new Response(OTHER_VERSION));
  await reconnect();
  await vi.advanceTimersByTimeAsync(3_599_000);
  expect(askServer).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(reloads).toBe(1);
});
