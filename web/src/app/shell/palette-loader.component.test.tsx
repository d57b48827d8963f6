import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { palette } from '../../lib/palette-store.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { PaletteLoader } from './palette-loader.tsx';

const open = () =>
  render(
    <>
      <input aria-label="page" />
      <PaletteLoader />
    </>,
    {
      fleet: { store: createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() }) },
      api: { call: (async () => ({ objects: [] })) as unknown as Api['call'] },
    },
  );

const press = (key: string, options: KeyboardEventInit = {}) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }),
  );

afterEach(palette.close);

const query = page.getByRole('dialog').getByRole('textbox');

test('keys typed right after the shortcut, before the palette has the focus, are the beginning of its query', async () => {
  await open();
  await userEvent.click(page.getByLabelText('page'));
  press('k', { code: 'KeyK', ctrlKey: true });
  for (const key of ['q', 'r', 'Backspace']) expect(press(key)).toBe(false);
  await expect.element(query).toHaveFocus();
  await userEvent.keyboard('z');
  await expect.element(query).toHaveValue('qz');
  await expect.element(page.getByLabelText('page')).toHaveValue('');

  palette.close();
  await new Promise(requestAnimationFrame);
  palette.open();
  await expect.element(query).toHaveFocus();
  await expect.element(query).toHaveValue('');
  await userEvent.keyboard('s');
  await expect.element(query).toHaveValue('s');
});

test('Escape before the palette is shown cancels it, and the page gets its keys again', async () => {
  await open();
  await userEvent.click(page.getByLabelText('page'));
  press('k', { code: 'KeyK', ctrlKey: true });
  expect(press('Escape')).toBe(false);
  expect(press('q')).toBe(true);
});
