import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { KeyboardLayout } from './layout-select.tsx';
import { createPointerMark } from './pointer-mark.ts';
import { listenToInput } from './screen-input.ts';
import type { ViewerAction } from './viewer-action.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => void vi.useRealTimers();
});

/** A canvas of 200 × 100 pixels of a screen, half as large on the page. */
function start({
  isInControl = true,
  movesPointer = false,
  layout = 'device',
}: { isInControl?: boolean; movesPointer?: boolean; layout?: KeyboardLayout } = {}) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [200, 100];
  canvas.tabIndex = 0;
  Object.assign(canvas.style, { position: 'fixed', left: '0', top: '0', width: '100px', height: '50px' });
  canvas.setPointerCapture = () => undefined;
  const image = document.createElement('img');
  image.style.position = 'absolute';
  const stage = document.createElement('div');
  Object.assign(stage.style, { position: 'fixed', left: '10px', top: '20px' });
  stage.append(canvas, image);
  document.body.append(stage);
  const pointer = createPointerMark(image, canvas);
  const sent: ViewerAction[] = [];
  const escaped: string[] = [];
  const ended = new AbortController();
  listenToInput(
    canvas,
    {
      send: (action) => sent.push(action),
      isInControl: () => isInControl,
      movesPointer: () => movesPointer,
      pointer,
      layout: () => layout,
      onEscape: () => escaped.push('escaped'),
    },
    ended.signal,
  );
  onTestFinished(() => {
    ended.abort();
    stage.remove();
  });
  const key = (type: 'keydown' | 'keyup', code: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent(type, { code, key: code, cancelable: true, ...more });
    canvas.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const finger = (type: string, clientX: number, clientY: number, pointerId = 1) =>
    canvas.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', pointerId, clientX, clientY }));
  const mouse = (type: string, buttons: number) =>
    canvas.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse', buttons, clientX: 10, clientY: 10 }));
  const keys = () => sent.flatMap((one) => (one.t === 'key' ? [`${one.down ? '+' : '-'}${one.code}`] : []));
  return { sent, escaped, key, finger, mouse, keys, pointer, image };
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

test('with a layout of its own a viewer types signs, and shortcuts are those of the signs', () => {
  const { key, sent } = start({ layout: 'own' });
  key('keydown', 'KeyQ', { key: 'a' });
  key('keydown', 'KeyQ', { key: 'a', repeat: true });
  key('keyup', 'KeyQ', { key: 'a' });
  key('keydown', 'AltRight', { key: 'AltGraph' });
  key('keydown', 'KeyE', { key: '€', modifierAltGraph: true });
  key('keyup', 'KeyE', { key: '€' });
  key('keydown', 'ControlLeft', { key: 'Control', ctrlKey: true });
  key('keydown', 'KeyQ', { key: 'a', ctrlKey: true });
  key('keyup', 'KeyQ', { key: 'a' });
  key('keydown', 'Enter', { key: 'Enter' });
  expect(sent).toEqual([
    { t: 'text', text: 'a' },
    { t: 'text', text: 'a' },
    { t: 'key', code: 'AltRight', down: true },
    { t: 'key', code: 'AltRight', down: false },
    { t: 'text', text: '€' },
    { t: 'key', code: 'ControlLeft', down: true },
    { t: 'key', code: 'KeyQ', down: true, sign: 'a' },
    { t: 'key', code: 'KeyQ', down: false },
    { t: 'key', code: 'Enter', down: true },
  ]);
});

test('keys of a viewer that is not in control stay those of the page', () => {
  const { key, sent } = start({ isInControl: false });
  expect([key('keydown', 'Tab'), sent]).toEqual([false, []]);
  expect(start().key('keydown', 'Tab')).toBe(true);
});

test('buttons that are pressed together are let go each for itself', () => {
  const { mouse, sent } = start();
  mouse('pointerdown', 1);
  mouse('pointermove', 3);
  mouse('pointermove', 2);
  mouse('pointerup', 0);
  expect(sent.filter(({ t }) => t === 'button')).toEqual([
    button(0, true),
    button(2, true),
    button(0, false),
    button(2, false),
  ]);
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

test('as on a touchpad a finger moves the pointer from the middle or where it was, and presses there', () => {
  const { finger, sent, pointer, image } = start({ movesPointer: true });
  finger('pointerdown', 10, 10);
  finger('pointermove', 30, 10);
  finger('pointermove', 40, 20);
  finger('pointerup', 40, 20);
  expect(sent.splice(0)).toEqual([at(156, 50), at(184, 78)]);
  finger('pointerdown', 90, 40);
  finger('pointerup', 90, 40);
  expect(sent.splice(0)).toEqual([at(184, 78), button(0, true), button(0, false)]);
  pointer.put({ x: 20, y: 40 });
  finger('pointerdown', 10, 10);
  finger('pointermove', 30, 10);
  // So soon after a press it drags.
  expect(sent).toEqual([at(20, 40), button(0, true), at(76, 40)]);
  const { left, top } = image.getBoundingClientRect();
  expect([left, top]).toEqual([38, 20]);
});

test('the pointer is drawn with the hot spot of its picture where it is', () => {
  const { pointer, image } = start({ movesPointer: true });
  pointer.put({ x: 100, y: 60 });
  pointer.wear({ op: 'cursor', x: 3, y: 4, w: 8, h: 8, data: new Uint8Array(1) });
  const { left, top } = image.getBoundingClientRect();
  expect([left, top, image.src]).toEqual([47, 26, 'data:image/png;base64,AA==']);
});
