import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import page from '../../index.html?raw';
import script from '../../public/reload-blank-wall.js?raw';
import { countReloads } from '../testing/count-reloads.ts';

const askServer = vi.fn<() => Promise<Response>>();
const address = window.location.href;
let root: HTMLElement;

beforeEach(() => {
  askServer.mockReset();
  vi.spyOn(window, 'fetch').mockImplementation(askServer);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
});
afterEach(() => {
  root.remove();
  window.history.replaceState(null, '', address);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** As the page does at an address. */
function runScript(path: string): void {
  window.history.replaceState(null, '', path);
  const element = document.createElement('script');
  element.textContent = script;
  document.head.append(element);
  element.remove();
}

const minute = () => vi.advanceTimersByTimeAsync(60_000);

test('a wall that stays blank reloads once the server answers', async () => {
  const reloads = countReloads();
  askServer.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  askServer.mockResolvedValueOnce(new Response('', { status: 502 }));
  askServer.mockResolvedValueOnce(new Response('<!doctype html>'));
  runScript('/en/wall/all?view=3');
  await minute();
  await minute();
  expect(askServer).toHaveBeenCalledTimes(2);
  expect(reloads()).toBe(0);
  await minute();
  await expect.poll(reloads).toBe(1);
});

test('a wall with content does not reload until an error has emptied it', async () => {
  const reloads = countReloads();
  askServer.mockResolvedValueOnce(new Response('<!doctype html>'));
  runScript('/en/wall');
  root.append(document.createElement('main'));
  await minute();
  expect(askServer).not.toHaveBeenCalled();
  root.replaceChildren();
  await minute();
  await expect.poll(reloads).toBe(1);
});

test('another page does not reload by itself', async () => {
  runScript('/en/device/all');
  await minute();
  expect(askServer).not.toHaveBeenCalled();
});

test('the page loads it as a classic script before the modules', () => {
  const scripts = new DOMParser().parseFromString(page, 'text/html').querySelectorAll('script');
  expect([...scripts].map(({ type, src }) => [type, new URL(src).pathname])).toEqual([
    ['', '/reload-blank-wall.js'],
    ['module', '/src/app/main.tsx'],
  ]);
});
