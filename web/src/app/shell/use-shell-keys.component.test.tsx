import { useAtomValue } from 'jotai';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dialogStackAtom } from '../../lib/dialog-stack.ts';
import { paletteStore } from '../../lib/palette-store.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { useShellKeys } from './use-shell-keys.ts';

function Shell({ hasSearch }: { hasSearch: boolean }) {
  useShellKeys();
  return (
    <div id="content">
      <output aria-label="dialogs">{useAtomValue(dialogStackAtom).length}</output>
      <input aria-label="name" />
      {hasSearch && (
        <div role="search">
          <input aria-label="search" />
        </div>
      )}
    </div>
  );
}

test('a slash goes to the search of the page, and in a field it is a sign', async () => {
  await render(<Shell hasSearch />, { profile: administrator });
  await userEvent.keyboard('/');
  await expect.element(page.getByLabelText('search')).toHaveFocus();
  await userEvent.click(page.getByLabelText('name'));
  await userEvent.keyboard('/?');
  await expect.element(page.getByLabelText('name')).toHaveValue('/?');
  await expect.element(page.getByLabelText('dialogs')).toHaveTextContent('0');
});

test('without one it opens the palette; the question mark lists the keys', async () => {
  await render(<Shell hasSearch={false} />, { profile: administrator });
  await userEvent.keyboard('?');
  await expect.element(page.getByLabelText('dialogs')).toHaveTextContent('1');
  await userEvent.keyboard('/');
  expect(paletteStore.getState().opened).toBe(true);
});
