import { expect, test } from 'vitest';
import type { Monitor, Rectangle } from '../host/desktop/desktop.ts';
import { FakeDesktop } from '../testing/fake-desktop.ts';
import { MonitorView, withOwnNames } from './monitor-view.ts';

const left: Monitor = { name: 'left', isPrimary: true, x: 0, y: 0, w: 120, h: 100 };
const right: Monitor = { name: 'right', isPrimary: false, x: 120, y: 20, w: 80, h: 60 };

function start() {
  const desktop = new FakeDesktop();
  desktop.monitors = [left, right];
  const view = new MonitorView(desktop, () => undefined);
  const drawn: Rectangle[] = [];
  let resizes = 0;
  view.onDamage((area) => drawn.push(area));
  view.onResized(() => (resizes += 1));
  return { desktop, view, drawn, resizes: () => resizes };
}

test('the whole screen is seen until a monitor is chosen', () => {
  const { view, desktop, drawn } = start();
  expect([view.width, view.height, view.chosen]).toEqual([200, 100, null]);
  desktop.draw([1, 2, 3], { x: 130, y: 30, w: 5, h: 5 });
  expect(drawn).toEqual([{ x: 130, y: 30, w: 5, h: 5 }]);
});

test('of a chosen monitor its part is seen, told and pointed at', async () => {
  const { view, desktop, drawn, resizes } = start();
  view.choose('right');
  expect([view.width, view.height, view.chosen, resizes()]).toEqual([80, 60, 'right', 1]);
  desktop.draw([9, 8, 7], { x: 110, y: 10, w: 20, h: 15 });
  desktop.draw([1, 1, 1], { x: 0, y: 0, w: 10, h: 10 });
  expect(drawn).toEqual([{ x: 0, y: 0, w: 10, h: 5 }]);
  expect([...(await view.grab({ x: 9, y: 4, w: 1, h: 1 })).pixels]).toEqual([9, 8, 7, 255]);
  expect(view.toScreen({ x: 3, y: 4 })).toEqual({ x: 123, y: 24 });
  expect(view.toScreen({ x: 500, y: 500 })).toEqual({ x: 199, y: 79 });
});

test('a monitor that nobody knows is the whole screen', () => {
  const { view, resizes } = start();
  view.choose('left');
  view.choose('gone');
  expect([view.width, view.chosen, resizes()]).toEqual([200, null, 2]);
});

test('monitors of the same model have names of their own, and the second can be chosen', () => {
  const names = ['DELL', 'DELL', 'DELL (2)', 'DELL'];
  const named = withOwnNames(names.map((name) => ({ ...left, name })));
  expect(named.map(({ name }) => name)).toEqual(['DELL', 'DELL (2)', 'DELL (2) (2)', 'DELL (3)']);
  const desktop = new FakeDesktop();
  desktop.monitors = [
    { ...left, name: 'DELL' },
    { ...right, name: 'DELL' },
  ];
  const view = new MonitorView(desktop, () => undefined);
  view.choose('DELL (2)');
  expect([view.width, view.chosen]).toEqual([80, 'DELL (2)']);
});
