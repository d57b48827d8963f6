import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { countReloads } from '../../testing/count-reloads.ts';
import { render } from '../../testing/render.tsx';
import { PageError } from './page-error.tsx';

const askServer = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  askServer.mockReset();
  vi.spyOn(window, 'fetch').mockImplementation(askServer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a click reloads the page when the server answers, and says so when it does not', async () => {
  const reloads = countReloads();
  askServer.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  askServer.mockResolvedValueOnce(new Response('', { status: 502 }));
  askServer.mockResolvedValueOnce(new Response('<!doctype html>'));
  await render(<PageError />);
  const retry = page.getByRole('button', { name: 'Try again' });
  const unreachable = page.getByText(/^Cannot reach the server/u);
  await retry.click();
  await expect.element(unreachable).toBeVisible();
  await retry.click();
  await expect.poll(() => askServer.mock.calls.length).toBe(2);
  await expect.element(unreachable).toBeVisible();
  expect(reloads()).toBe(0);
  await retry.click();
  await expect.poll(reloads).toBe(1);
});

test.each(['/wall', '/wall/all', '/wall/12', '/screen'])('%s reloads by itself once the server answers', async (at) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const reloads = countReloads();
  askServer.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  askServer.mockResolvedValueOnce(new Response('<!doctype html>'));
  await render(<PageError />, { at });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askServer).toHaveBeenCalledTimes(1);
  expect(reloads()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(reloads).toBe(1);
});

test('other pages wait for a click', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await render(<PageError />, { at: '/wall-screens' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(askServer).not.toHaveBeenCalled();
});
