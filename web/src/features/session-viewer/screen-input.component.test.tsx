import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listenToInput } from './screen-input.ts';
import type { ViewerAction } from './viewer-action.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => void vi.useRealTimers();
});

/** A canvas of 200 × 100 pixels of a screen, half as large on the page. */
function start({ isInControl = true, movesPointer = false } = {}) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [200, 100];
  canvas.tabIndex = 0;
  Object.assign(canvas.style, { position: 'fixed', left: '0', top: '0', width: '100px', height: '50px' });
  canvas.setPointerCapture = () => undefined;
  document.body.append(canvas);
  const sent: ViewerAction[] = [];
  const escaped: string[] = [];
  const ended = new AbortController();
  listenToInput(
    canvas,
    {
      send: (action) => sent.push(action),
      isInControl: () => isInControl,
      movesPointer: () => movesPointer,
      onEscape: () => escaped.push('escaped'),
    },
    ended.signal,
  );
  onTestFinished(() => {
    ended.abort();
    canvas.remove();
  });
  const key = (type: 'keydown' | 'keyup', code: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent(type, { code, key: code, cancelable: true, ...more });
    canvas.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const finger = (type: string, clientX: number, clientY: number, pointerId = 1) =>
    canvas.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', pointerId, clientX, clientY }));
  const keys = () => sent.flatMap((one) => (one.t === 'key' ? [`${one.down ? '+' : '-'}${one.code}`] : []));
  return { sent, escaped, key, finger, keys };
}

const at = (x: number, y: number) => ({ t: 'pointer', x, y });
const button = (number: number, down: boolean) => ({ t: 'button', button: number, down });

test('keys that macOS forgets while Cmd is down do not stay pressed', () => {
  const { key, keys } = start();
  key('keydown', 'MetaLeft');
  key('keydown', 'KeyC', { metaKey: true });
  key('keyup', 'MetaLeft');
  expect(keys()).toEqual(['+MetaLeft', '+KeyC', '-MetaLeft', '-KeyC']);
});

test('the Ctrl that Windows presses with AltGr is let go before it', () => {
  const { key, keys } = start();
  key('keydown', 'ControlLeft');
  key('keydown', 'AltRight', { key: 'AltGraph' });
  key('keydown', 'KeyE', { key: '€' });
  expect(keys()).toEqual(['+ControlLeft', '-ControlLeft', '+AltRight', '+KeyE']);
});

test('Ctrl+Alt+Shift leaves the screen with nothing pressed', () => {
  const { key, keys, escaped } = start();
  key('keydown', 'ControlLeft', { ctrlKey: true });
  key('keydown', 'AltLeft', { ctrlKey: true, altKey: true });
  key('keydown', 'ShiftLeft', { ctrlKey: true, altKey: true, shiftKey: true });
  expect(keys()).toEqual(['+ControlLeft', '+AltLeft', '-ControlLeft', '-AltLeft']);
  expect(escaped).toEqual(['escaped']);
});

test('keys of a viewer that is not in control stay those of the page', () => {
  const { key, sent } = start({ isInControl: false });
  expect([key('keydown', 'Tab'), sent]).toEqual([false, []]);
  expect(start().key('keydown', 'Tab')).toBe(true);
});

test('a press of a finger is a click, a long one and one of two fingers the right button', () => {
  const { finger, sent } = start();
  finger('pointerdown', 10, 20);
  finger('pointerup', 11, 20);
  expect(sent.splice(0)).toEqual([at(20, 40), button(0, true), button(0, false)]);
  finger('pointerdown', 30, 20);
  vi.advanceTimersByTime(600);
  finger('pointerup', 30, 20);
  expect(sent.splice(0)).toEqual([at(60, 40), button(2, true), button(2, false)]);
  finger('pointerdown', 10, 10, 1);
  finger('pointerdown', 40, 10, 2);
  finger('pointerup', 40, 10, 2);
  finger('pointerup', 10, 10, 1);
  expect(sent).toEqual([at(80, 20), button(2, true), button(2, false)]);
});

test('a finger that moves drags from where it touched, and two fingers scroll', () => {
  const { finger, sent } = start();
  finger('pointerdown', 10, 10);
  finger('pointermove', 30, 10);
  finger('pointermove', 50, 10);
  finger('pointerup', 50, 10);
  expect(sent.splice(0)).toEqual([at(20, 20), button(0, true), at(60, 20), at(100, 20), button(0, false)]);
  finger('pointerdown', 10, 40, 1);
  finger('pointerdown', 30, 40, 2);
  for (const id of [1, 2]) finger('pointermove', 10, 0, id);
  for (const id of [1, 2]) finger('pointerup', 10, 0, id);
  expect(sent).toEqual([{ t: 'wheel', dx: 0, dy: 1 }]);
});

test('as on a touchpad a finger moves the pointer from where it is, and presses there', () => {
  const { finger, sent } = start({ movesPointer: true });
  finger('pointerdown', 10, 10);
  finger('pointermove', 30, 10);
  finger('pointermove', 40, 20);
  finger('pointerup', 40, 20);
  expect(sent.splice(0)).toEqual([at(56, 0), at(84, 28)]);
  finger('pointerdown', 90, 40);
  finger('pointerup', 90, 40);
  expect(sent).toEqual([button(0, true), button(0, false)]);
});
