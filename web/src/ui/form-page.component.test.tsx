import { TextInput } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dialogStackAtom, requestOf } from '../lib/dialog-stack.ts';
import { render } from '../testing/render.tsx';
import { choiceDialog } from './dialogs.ts';
import { FormPage } from './form-page.tsx';

const leave = { title: 'Leave?', text: 'The name would be lost.', stay: 'Keep editing', discard: 'Discard' };

interface Props {
  onSubmit: () => void;
  denial?: string | null;
  error?: unknown;
}

function NamePage({ onSubmit, denial = null, error }: Props) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const isSaved = useRef(false);
  return (
    <FormPage
      submit="Save"
      denial={denial}
      isDirty={name !== ''}
      isSaved={isSaved}
      leave={leave}
      error={error}
      onSubmit={() => {
        onSubmit();
        isSaved.current = true;
        void navigate('/en/list');
      }}
      onClose={() => void navigate('/en/list')}
    >
      <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
    </FormPage>
  );
}

/** The buttons of the question that is open; the area of dialogs shows it. */
function Question() {
  const question = requestOf(choiceDialog, useAtomValue(dialogStackAtom).at(-1));
  return question?.actions.map(({ label, run }) => (
    <button key={label} type="button" onClick={run}>
      {label}
    </button>
  ));
}

const renderPage = (props: Props) =>
  render(
    <>
      <Routes>
        <Route index element={<NamePage {...props} />} />
        <Route path="list" element={<p>The list</p>} />
      </Routes>
      <Question />
    </>,
  );

const typeName = () => page.getByRole('textbox', { name: 'Name' }).fill('Lobby');
const list = () => page.getByText('The list');

test('a page is left at once while nothing was typed', async () => {
  await renderPage({ onSubmit: () => {} });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(list()).toBeVisible();
});

test('what was typed is kept until the user discards it', async () => {
  await renderPage({ onSubmit: () => {} });
  await typeName();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Lobby');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).last().click();
  await expect.element(list()).toBeVisible();
});

test('a page that has saved leaves without a question', async () => {
  const onSubmit = vi.fn<() => void>();
  await renderPage({ onSubmit });
  await typeName();
  await userEvent.keyboard('{Enter}');
  await expect.element(list()).toBeVisible();
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('who may not save reads why, and Enter sends nothing', async () => {
  const onSubmit = vi.fn<() => void>();
  await renderPage({ onSubmit, denial: 'Administrators only' });
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('Administrators only');
  await typeName();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a refusal stands above the buttons', async () => {
  await renderPage({ onSubmit: () => {}, error: new Error('refused') });
  const refusal = page.getByRole('alert').element().getBoundingClientRect();
  const save = page.getByRole('button', { name: 'Save' }).element().getBoundingClientRect();
  expect(refusal.bottom).toBeLessThan(save.top);
});
