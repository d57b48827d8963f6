import { useSyncExternalStore } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiProblem } from '../lib/api-problem.ts';
import { createSignal } from '../live/signal.ts';
import { render } from '../testing/render.tsx';
import { InlineEdit } from './inline-edit.tsx';

const name = page.getByRole('textbox', { name: 'Name' });

async function open(options: Partial<Parameters<typeof InlineEdit>[0]> = {}) {
  const onSave = vi.fn<(text: string, before: string) => Promise<void>>(async () => {});
  await render(
    <InlineEdit
      value="Lobby"
      placeholder="Add a name"
      label="Name"
      limit={10}
      missing="A name is needed."
      multiline={false}
      reason={null}
      onSave={onSave}
      {...options}
    />,
  );
  return { onSave };
}

const edit = async (text: string) => {
  await page.getByRole('button', { name: 'Name: Lobby' }).click();
  await name.fill(text);
};

test('Enter saves the trimmed text and gives the focus back to the button', async () => {
  const { onSave } = await open();
  await edit(' Hall ');
  await userEvent.keyboard('{Enter}');
  expect(onSave).toHaveBeenCalledExactlyOnceWith('Hall', 'Lobby');
  await expect.element(page.getByRole('button', { name: 'Name: Lobby' })).toHaveFocus();
});

test('Escape leaves the text as it was, and an equal text is not sent', async () => {
  const { onSave } = await open();
  await edit('Hall');
  await userEvent.keyboard('{Escape}');
  await edit('Lobby');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Name: Lobby' })).toBeVisible();
  expect(onSave).not.toHaveBeenCalled();
});

test('an emptied text that is needed, and a refused one, say why and stay open', async () => {
  const onSave = vi.fn<(text: string) => Promise<void>>(() =>
    Promise.reject(new ApiProblem(0, { code: 'network', message: 'network' })),
  );
  await open({ onSave });
  await edit('');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('A name is needed.')).toBeVisible();
  expect(onSave).not.toHaveBeenCalled();
  await name.fill('Hall');
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/server/iu);
  await expect.element(name).toHaveValue('Hall');
  expect(onSave).toHaveBeenCalledExactlyOnceWith('Hall', 'Lobby');
});

test('characters that may not be in the text are not typed', async () => {
  const { onSave } = await open({ clean: (text) => text.replaceAll(/\d/gu, '') });
  await edit('Ha1ll2');
  await expect.element(name).toHaveValue('Hall');
  await userEvent.keyboard('{Enter}');
  expect(onSave).toHaveBeenCalledExactlyOnceWith('Hall', 'Lobby');
});

test('the text looks as its own class says, also when the style sheet of that class comes first', async () => {
  const style = document.createElement('style');
  style.textContent = '.heading { font-size: 30px; color: rgb(200, 0, 0) }';
  document.head.prepend(style);
  await open({ className: 'heading' });
  const shown = getComputedStyle(page.getByRole('button', { name: 'Name: Lobby' }).element());
  expect([shown.fontSize, shown.color]).toEqual(['30px', 'rgb(200, 0, 0)']);
  style.remove();
});

test('without a keyboard, a button saves and another one gives up', async () => {
  const { onSave } = await open();
  await edit('Hall');
  await page.getByRole('button', { name: 'Cancel: Name' }).click();
  await expect.element(page.getByRole('button', { name: 'Name: Lobby' })).toHaveFocus();
  expect(onSave).not.toHaveBeenCalled();
  await edit('Hall');
  await page.getByRole('button', { name: 'Save: Name' }).click();
  expect(onSave).toHaveBeenCalledExactlyOnceWith('Hall', 'Lobby');
});

test('the buttons are reached by Tab, and what is left is saved once', async () => {
  const { onSave } = await open();
  await edit('Hall');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Save: Name' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Cancel: Name' })).toHaveFocus();
  expect(onSave).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Name: Lobby' })).toHaveFocus();
  await edit('Hall');
  await userEvent.keyboard('{Tab}{Tab}{Tab}');
  await expect.element(page.getByRole('button', { name: 'Name: Lobby' })).toBeVisible();
  expect(onSave).toHaveBeenCalledExactlyOnceWith('Hall', 'Lobby');
});

test('an emptied text says why also when the field is left', async () => {
  const { onSave } = await open();
  await edit(' ');
  await userEvent.keyboard('{Tab}{Tab}{Tab}');
  await expect.element(page.getByText('A name is needed.')).toBeVisible();
  await expect.element(name).toBeVisible();
  expect(onSave).not.toHaveBeenCalled();
});

test('a text beyond the limit is counted and not sent', async () => {
  const { onSave } = await open();
  await edit('A lobby on 1st');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('14/10')).toBeVisible();
  expect(onSave).not.toHaveBeenCalled();
});

test('who may not edit reads why', async () => {
  await open({ reason: 'Only administrators may do this.' });
  const button = page.getByRole('button', { name: 'Name: Lobby' });
  await button.click({ force: true });
  await expect.element(page.getByText('Only administrators may do this.')).toBeVisible();
  await expect.element(name).not.toBeInTheDocument();
});

test('what another person changed meanwhile is told apart, until it was seen beside a refusal', async () => {
  const onSave = vi.fn<(text: string, before: string) => Promise<void>>(async () => {
    throw new ApiProblem(409, { code: 'conflict', message: 'Changed by someone else' });
  });
  const shown = createSignal('Lobby');
  const Field = () => (
    <InlineEdit
      value={useSyncExternalStore(shown.subscribe, shown.get)}
      placeholder=""
      label="Name"
      limit={10}
      missing={null}
      multiline={false}
      reason={null}
      onSave={onSave}
    />
  );
  await render(<Field />);
  await edit('Hall');
  shown.set('Gate');
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/someone else/u);
  expect(onSave).toHaveBeenLastCalledWith('Hall', 'Lobby');
  await name.click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onSave.mock.lastCall).toEqual(['Hall', 'Gate']);
});
