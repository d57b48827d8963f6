import { expect, test } from 'vitest';
import { FakeDesktop } from '../testing/fake-desktop.ts';
import { SharedDesktop, type DesktopLease } from './shared-desktop.ts';

function start() {
  const opened: FakeDesktop[] = [];
  const shared = new SharedDesktop(() => {
    const desktop = new FakeDesktop();
    opened.push(desktop);
    return Promise.resolve(desktop);
  });
  const lease = async (onLost: () => void = () => undefined) => (await shared.lease(onLost)) as DesktopLease;
  return { opened, lease };
}

test('viewers share one desktop, which is closed with the last; the next one opens another', async () => {
  const { opened, lease } = start();
  const [first, second] = await Promise.all([lease(), lease()]);
  expect(second.desktop).toBe(first.desktop);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(opened[0]?.isDisposed).toBe(false);
  second[Symbol.dispose]();
  expect(opened[0]?.isDisposed).toBe(true);
  using third = await lease();
  expect(third.desktop).toBe(opened[1]);
});

test('the loss of the desktop is told to those who use it, however many came and went', async () => {
  const { opened, lease } = start();
  const told: string[] = [];
  const gone = await lease(() => told.push('gone'));
  const stays = await lease(() => told.push('stays'));
  gone[Symbol.dispose]();
  expect(opened[0]?.lost).toHaveLength(1);
  for (const lost of opened[0]?.lost ?? []) lost();
  expect(told).toEqual(['stays']);
  stays[Symbol.dispose]();
  using next = await lease();
  expect(next.desktop).toBe(opened[1]);
});

test('a desktop that could not be opened is tried again', async () => {
  let tries = 0;
  const shared = new SharedDesktop(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('no screen')) : Promise.resolve('no_display');
  });
  await expect(shared.lease(() => undefined)).rejects.toThrow('no screen');
  expect(await shared.lease(() => undefined)).toBe('no_display');
});
