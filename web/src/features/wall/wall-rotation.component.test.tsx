import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { openWall, tileNames } from './wall.test-support.tsx';

/** By default a page stays for 20 seconds. */
const SECONDS = 20;

const devices = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    fakeDevice(index + 1, { alias: `PC-${String(index + 1).padStart(3, '0')}`, approval: 1, alive: 1 }),
  );
const shown = (text: string) => page.getByText(text, { exact: true });

afterEach(() => void vi.useRealTimers());

async function open(count: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const { store } = await openWall({ devices: devices(count) });
  return { setCount: (next: number) => store.replace(devices(next), 0) };
}

const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

test('the pages turn by themselves, and the first one follows the last one', async () => {
  await open(40);
  await expect.element(shown('1 of 3')).toBeVisible();
  for (const next of ['2 of 3', '3 of 3', '1 of 3']) {
    await wait(SECONDS);
    await expect.element(shown(next)).toBeVisible();
  }
  expect(tileNames()[0]).toBe('PC-001');
});

test('the time to the next turn goes on when the number of pages changes, also to a single one', async () => {
  const { setCount } = await open(31);
  await expect.element(shown('1 of 3')).toBeVisible();
  await wait(SECONDS - 6);
  setCount(30);
  await expect.element(shown('1 of 2')).toBeVisible();
  await wait(2);
  setCount(15);
  await expect.element(shown('1 of 2')).not.toBeInTheDocument();
  await wait(2);
  setCount(31);
  await expect.element(shown('1 of 3')).toBeVisible();
  await wait(2);
  await expect.element(shown('2 of 3')).toBeVisible();
});

test('the page that is shown stays when one is added', async () => {
  const { setCount } = await open(30);
  await expect.element(shown('1 of 2')).toBeVisible();
  await wait(SECONDS);
  await expect.element(shown('2 of 2')).toBeVisible();
  await wait(SECONDS);
  await expect.element(shown('1 of 2')).toBeVisible();
  setCount(31);
  await expect.element(shown('1 of 3')).toBeVisible();
});

test('a page that was turned to by hand stays as long as the others', async () => {
  await open(31);
  await expect.element(shown('1 of 3')).toBeVisible();
  await wait(SECONDS - 5);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(shown('2 of 3')).toBeVisible();
  await wait(SECONDS - 5);
  await expect.element(shown('2 of 3')).toBeVisible();
  await wait(5);
  await expect.element(shown('3 of 3')).toBeVisible();
});
