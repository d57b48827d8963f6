import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { KeyBar } from './key-bar.tsx';
import type { ViewerAction } from './viewer-action.ts';

async function show() {
  const sent: ViewerAction[] = [];
  await render(<KeyBar movesPointer={false} onMovesPointer={() => undefined} onSend={(action) => sent.push(action)} />);
  return sent;
}

const key = (code: string, down: boolean) => ({ t: 'key', code, down });

test('what the keyboard of a phone types is sent as text, and its own keys as keys', async () => {
  const sent = await show();
  await page.getByRole('textbox', { name: 'Keyboard' }).click();
  await userEvent.keyboard('a한');
  await userEvent.keyboard('{Backspace}{Backspace}');
  expect(sent).toEqual([
    { t: 'text', text: 'a' },
    { t: 'text', text: '한' },
    ...[true, false, true, false].map((down) => key('Backspace', down)),
  ]);
});

test('a modifier counts for the next key, whether it is a button or typed', async () => {
  const sent = await show();
  await page.getByRole('button', { name: 'Ctrl', exact: true }).click();
  await page.getByRole('button', { name: 'Alt', exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const pressed = ['ControlLeft', 'AltLeft', 'Delete'];
  expect(sent.splice(0)).toEqual([
    ...pressed.map((code) => key(code, true)),
    ...pressed.toReversed().map((code) => key(code, false)),
  ]);
  await page.getByRole('button', { name: 'Ctrl', exact: true }).click();
  await page.getByRole('textbox', { name: 'Keyboard' }).click();
  await userEvent.keyboard('cx');
  expect(sent).toEqual([
    key('ControlLeft', true),
    { ...key('KeyC', true), sign: 'c' },
    key('KeyC', false),
    key('ControlLeft', false),
    { t: 'text', text: 'x' },
  ]);
});

test('composed text is typed once, also where the browser tells of it again', async () => {
  const sent = await show();
  const field = page.getByRole('textbox', { name: 'Keyboard' }).element();
  const tell = (event: Event) => field.dispatchEvent(event);
  tell(new CompositionEvent('compositionstart', { bubbles: true }));
  tell(new InputEvent('input', { inputType: 'insertCompositionText', data: '하', isComposing: true, bubbles: true }));
  tell(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
  tell(new CompositionEvent('compositionend', { data: '한', bubbles: true }));
  tell(new InputEvent('input', { inputType: 'insertCompositionText', data: '한', bubbles: true }));
  expect(sent).toEqual([{ t: 'text', text: '한' }]);
});

test('a long dictation is sent in parts', async () => {
  const sent = await show();
  await page.getByRole('textbox', { name: 'Keyboard' }).click();
  const field = page.getByRole('textbox', { name: 'Keyboard' }).element();
  const text = '가😀'.repeat(700);
  field.dispatchEvent(new InputEvent('input', { inputType: 'insertText', data: text, bubbles: true }));
  const parts = sent.map((one) => (one.t === 'text' ? one.text : ''));
  expect(parts.join('')).toBe(text);
  expect(parts.every((part) => part.length <= 1_000)).toBe(true);
});
