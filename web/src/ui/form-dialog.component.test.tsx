import { TextInput } from '@mantine/core';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useSingleFlightMutation } from '../lib/use-single-flight-mutation.ts';
import { render } from '../testing/render.tsx';
import { DialogFooter, FormDialog, LengthNote } from './form-dialog.tsx';

const nothing = () => {};

function NameDialog({ send, onClose = nothing }: { send: () => Promise<void>; onClose?: () => void }) {
  const submit = useSingleFlightMutation({ mutationFn: send });
  return (
    <FormDialog
      title="Name"
      size="sm"
      submit="Save"
      error={submit.error}
      isPending={submit.isPending}
      onSubmit={submit.mutate}
      onClose={onClose}
    >
      <TextInput label="Of the device" required />
    </FormDialog>
  );
}

test('the first field of a form has the focus, and Enter in it sends once', async () => {
  const send = vi.fn<() => Promise<void>>(() => new Promise(nothing));
  await render(<NameDialog send={send} />);
  await expect.element(page.getByRole('textbox', { name: 'Of the device' })).toHaveFocus();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.poll(() => send.mock.calls).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(send).toHaveBeenCalledOnce();
});

test('a refusal stands above the fields, and the form can be sent again', async () => {
  const send = vi.fn<() => Promise<void>>(async () => {
    // Longer than a dialog waits before it gives the focus to its first field, which is not where the user is by then.
    await new Promise((resolve) => setTimeout(resolve, 800));
    throw new Error('refused');
  });
  await render(<NameDialog send={send} />);
  await page.getByRole('button', { name: 'Save' }).click();
  const refusal = page.getByRole('alert');
  await expect.element(refusal).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Of the device' });
  expect(refusal.element().getBoundingClientRect().bottom).toBeLessThan(field.element().getBoundingClientRect().top);
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => send.mock.calls).toHaveLength(2);
});

test('Cancel and Escape close a form and send nothing', async () => {
  const onClose = vi.fn<() => void>();
  const send = vi.fn<() => Promise<void>>();
  await render(<NameDialog send={send} onClose={onClose} />);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onClose.mock.calls).toHaveLength(2);
  expect(send).not.toHaveBeenCalled();
});

test('what the user may not do says why, and is not sent', async () => {
  const onSubmit = vi.fn<() => void>();
  await render(
    <FormDialog title="Name" size="sm" submit="Save" denial="Administrators only" onSubmit={onSubmit} onClose={nothing}>
      <TextInput label="Of the device" />
    </FormDialog>,
  );
  const save = page.getByRole('button', { name: 'Save' });
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveAccessibleDescription('Administrators only');
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a foot without a form calls, and shows its note and the text of its other button', async () => {
  const onSubmit = vi.fn<() => void>();
  await render(<DialogFooter submit="Move" cancel="Pause" note="3 of 5" onSubmit={onSubmit} onClose={nothing} />);
  await expect.element(page.getByText('3 of 5')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Move' }).click();
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('the length of a text and its limit are read out, and mark a text that is too long', async () => {
  await render(<LengthNote length={3} limit={5} />);
  const note = page.getByRole('status');
  await expect.element(note).toHaveTextContent('3/5');
  const allowed = getComputedStyle(note.element()).color;
  await render(<LengthNote length={6} limit={5} />);
  await expect.element(page.getByText('6/5')).toBeVisible();
  expect(getComputedStyle(page.getByText('6/5').element()).color).not.toBe(allowed);
});
