import { expect, test, vi } from 'vitest';
import { fakeStorage } from './fake-storage.test-support.ts';
import { isChunkMissing, reloadOnceForNewVersion } from './new-version.ts';

function openPage(now: () => number) {
  const target = new EventTarget();
  const reload = vi.fn<() => void>();
  const page = {
    addEventListener: target.addEventListener.bind(target),
    sessionStorage: fakeStorage(),
    location: { reload },
  };
  reloadOnceForNewVersion(page as unknown as Window, now);
  const fail = () => target.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  return { reload, fail };
}

test('a missing chunk loads the page again once, and later again', () => {
  let time = 1_000_000;
  const { reload, fail } = openPage(() => time);
  expect(fail()).toBe(false);
  // Not prevented, so that the error page is shown.
  expect(fail()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  time += 61_000;
  fail();
  expect(reload).toHaveBeenCalledTimes(2);
});

test.each([
  ['Failed to fetch dynamically imported module: /assets/a.js', true],
  ['Importing a module script failed.', true],
  ['error loading dynamically imported module', true],
  ['Cannot read properties of undefined', false],
])('%s', (message, expected) => {
  expect(isChunkMissing(new TypeError(message))).toBe(expected);
});
