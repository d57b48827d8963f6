import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { openWall } from './wall.test-support.tsx';

const help = page.getByRole('dialog', { name: 'Keys of the wall' });
const shown = (text: string) => page.getByText(text, { exact: true });
const paused = page.getByRole('img', { name: 'Paused', includeHidden: true });

/** A wall of two pages. */
async function open() {
  await openWall({ devices: Array.from({ length: 30 }, (_, index) => fakeDevice(index + 1, { approval: 1 })) });
  await expect.element(shown('1 of 2')).toBeVisible();
}

test('Space presses the button that has the focus, and pauses the wall otherwise', async () => {
  await open();
  page.getByRole('button', { name: 'Keys of the wall' }).element().focus();
  await userEvent.keyboard(' ');
  await expect.element(help).toBeVisible();
  await expect.element(paused).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard(' ');
  await expect.element(paused).toBeVisible();
});

test('while the help is open, only the keys that close it act on the wall', async () => {
  await open();
  await userEvent.keyboard('?');
  await expect.element(help).toBeVisible();
  await userEvent.keyboard('{ArrowRight}+v');
  await userEvent.keyboard('?');
  await expect.element(help).not.toBeInTheDocument();
  await expect.element(shown('1 of 2')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
