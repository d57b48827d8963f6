import { Notifications } from '@mantine/notifications';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { Dialog } from './dialog.tsx';
import { Page } from './page.tsx';
import { notifyDone, notifyFailed } from './toasts.ts';

test('what is told twice is one toast, what differs is another', async () => {
  await render(<Notifications />);
  notifyDone('Saved');
  notifyDone('Saved');
  notifyFailed('Saved');
  await expect.element(page.getByText('Saved').first()).toBeVisible();
  expect(page.getByText('Saved').elements()).toHaveLength(2);
});

const toastsTop = () => Number.parseInt(document.documentElement.style.getPropertyValue('--toasts-top'), 10);
const bottom = (element: Element) => Math.round(element.getBoundingClientRect().bottom);

test('toasts begin below the tools of a page, and below the head of a dialog above it', async () => {
  const shown = (dialog: boolean) => (
    <>
      <Page title="Users" tools={<button type="button">Add user</button>}>
        <p>Rows</p>
      </Page>
      {dialog && (
        <Dialog title="Question" size="md" onClose={() => undefined}>
          <p>Text</p>
        </Dialog>
      )}
    </>
  );
  const first = await render(shown(false));
  await expect.poll(toastsTop).toBeGreaterThanOrEqual(bottom(page.getByRole('button', { name: 'Add user' }).element()));
  await first.unmount();
  await render(shown(true));
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible();
  await expect.poll(toastsTop).toBeGreaterThanOrEqual(bottom(page.getByRole('button', { name: 'Close' }).element()));
});
