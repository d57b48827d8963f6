import { expect, test, vi } from 'vitest';
import { fakeStorage } from './fake-storage.test-support.ts';
import { isChunkLoadError, isOtherVersionServed, installChunkReload, buildNameOf } from './new-version.ts';

function openPage({ now = (): number => 1_000_000, wanted = null as string | null } = {}) {
  const target = new EventTarget();
  const reload = vi.fn<() => void>();
  const assign = vi.fn<(address: string) => void>();
  const fetchPage = vi.fn<() => Promise<string>>(async () => '<!doctype html>');
  const page = {
    addEventListener: target.addEventListener.bind(target),
    sessionStorage: fakeStorage(),
    location: { reload, assign },
  };
  installChunkReload(page as unknown as Window, { now, wanted: () => wanted, fetchPage });
  /** Whether the error goes on to the error page. */
  const fail = async () => {
    const isShown = target.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    await new Promise((resolve) => setImmediate(resolve));
    return isShown;
  };
  return { reload, assign, fetchPage, fail };
}

test('a missing chunk loads the page again once, and later again', async () => {
  let time = 1_000_000;
  const { reload, fail } = openPage({ now: () => time });
  expect(await fail()).toBe(true);
  await fail();
  expect(reload).toHaveBeenCalledTimes(1);
  time += 61_000;
  await fail();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('while the server does not answer, a missing chunk leaves the page as it is', async () => {
  const { reload, fetchPage, fail } = openPage();
  fetchPage.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await fail()).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  await fail();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('several missing chunks ask the server once', async () => {
  const { reload, fetchPage, fail } = openPage();
  await Promise.all([fail(), fail()]);
  expect(fetchPage).toHaveBeenCalledTimes(1);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the page that a click was to open is the one that is loaded', async () => {
  const { reload, assign, fail } = openPage({ wanted: '/en/management/profile' });
  await fail();
  expect(assign).toHaveBeenCalledWith('/en/management/profile');
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ['Failed to fetch dynamically imported module: /assets/a.js', true],
  ['Importing a module script failed.', true],
  ['error loading dynamically imported module', true],
  ['Cannot read properties of undefined', false],
])('%s', (message, expected) => {
  expect(isChunkLoadError(new TypeError(message))).toBe(expected);
});

const pageOf = (...scripts: string[]) =>
  `<!doctype html>${scripts.map((script) => `<script type="module" crossorigin src="${script}"></script>`).join('')}`;
const documentOf = (...scripts: string[]) =>
  ({ querySelectorAll: () => scripts.map((script) => ({ getAttribute: () => script })) }) as unknown as Document;

test('another version is served when its page has another script, which is not the first one', async () => {
  const own = documentOf('/assets/runtime-a.js', '/assets/main-a.js');
  expect(await isOtherVersionServed(own, async () => pageOf('/assets/runtime-a.js', '/assets/main-b.js'))).toBe(true);
  expect(await isOtherVersionServed(own, async () => pageOf('/assets/runtime-a.js', '/assets/main-a.js'))).toBe(false);
});

test('the build of a page is named by its last script', () => {
  expect(buildNameOf(documentOf('/assets/runtime-a.js', '/assets/main-a.js'))).toBe('main-a.js');
  expect(buildNameOf(documentOf())).toBe('');
});

test('a page without a script, such as an error page of a proxy, is no other version', async () => {
  expect(await isOtherVersionServed(documentOf('/assets/main-a.js'), async () => '<p>502</p>')).toBe(false);
});
