import { expect, test, vi } from 'vitest';
import { createPageAttention } from './page-attention.ts';

function opened() {
  const state = { hasFocus: false, visibilityState: 'visible' as DocumentVisibilityState };
  const page = Object.assign(new EventTarget(), { hasFocus: () => state.hasFocus });
  Object.defineProperty(page, 'visibilityState', { get: () => state.visibilityState });
  const view = new EventTarget();
  const attention = createPageAttention(page as unknown as Document, view);
  const given = vi.fn<() => void>();
  const stop = attention.onGiven(given);
  const show = (visibilityState: DocumentVisibilityState) => {
    state.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const focus = () => {
    state.hasFocus = true;
    view.dispatchEvent(new Event('focus'));
  };
  return { attention, given, stop, show, focus };
}

test('a page needs the focus', () => {
  const { attention, given, show, focus } = opened();
  show('visible');
  expect([attention.isGiven(), given.mock.calls.length]).toEqual([false, 0]);
  focus();
  expect([attention.isGiven(), given.mock.calls.length]).toEqual([true, 1]);
});

test('a wall without the focus need only be visible, until it is closed', () => {
  const { attention, given, stop, show } = opened();
  const close = attention.watchWithoutFocus();
  expect([attention.isGiven(), given.mock.calls.length]).toEqual([true, 1]);
  show('hidden');
  expect([attention.isGiven(), given.mock.calls.length]).toEqual([false, 1]);
  show('visible');
  expect([attention.isGiven(), given.mock.calls.length]).toEqual([true, 2]);
  close();
  expect(attention.isGiven()).toBe(false);
  stop();
  attention.watchWithoutFocus();
  expect(given).toHaveBeenCalledTimes(2);
});
