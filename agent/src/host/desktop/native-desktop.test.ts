import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Desktop, Monitor, Rectangle } from './desktop.ts';
import { openNativeDesktop } from './native-desktop.ts';
import type { NativePlatform } from './native-libraries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];
const GREY: Rgba = [50, 50, 50, 0];

/** A monitor of one colour, whose picture has `scale` pixels a unit and rows with some bytes more than it is wide. */
class FakeMonitor {
  readonly area: Rectangle;
  readonly scale: number;
  /** Bytes at the end of each row. */
  readonly rest: number;
  readonly painted = new Map<string, Rgba>();
  isBroken = false;

  constructor(area: Rectangle, { scale = 1, rest = 0 } = {}) {
    [this.area, this.scale, this.rest] = [area, scale, rest];
  }

  name = () => `at ${this.area.x}`;
  isPrimary = () => this.area.x === 0;
  x = () => this.area.x;
  y = () => this.area.y;
  width = () => this.area.w;
  height = () => this.area.h;

  paint(x: number, y: number, colour: Rgba): void {
    this.painted.set(`${x} ${y}`, colour);
  }

  captureImage() {
    if (this.isBroken) return Promise.reject(new Error('the screen is locked'));
    const [width, height] = [this.area.w * this.scale, this.area.h * this.scale];
    const pixels = Buffer.alloc((width * 4 + this.rest) * height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        pixels.set(this.painted.get(`${x} ${y}`) ?? GREY, y * (width * 4 + this.rest) + x * 4);
    return Promise.resolve({ width, height, toRaw: () => Promise.resolve(pixels) });
  }
}

class FakeInput {
  readonly given: string[] = [];
  position = { x: 0, y: 0 };
  screenWidth = 0;

  setMouseDelay = (ms: number) => void this.given.push(`mouse delay ${ms}`);
  setKeyboardDelay = (ms: number) => void this.given.push(`keyboard delay ${ms}`);
  keyToggle = (key: string, state: string) => {
    if (key === 'insert') throw new Error('Invalid key code specified.');
    this.given.push(`${key} ${state}`);
  };
  typeString = (text: string) => void this.given.push(`type ${text}`);
  moveMouse = (x: number, y: number) => {
    this.position = { x, y };
    this.given.push(`move ${x} ${y}`);
  };
  mouseToggle = (state = '', button = '') => void this.given.push(`${button} ${state}`);
  scrollMouse = (x: number, y: number) => void this.given.push(`scroll ${x} ${y}`);
  getMousePos = () => this.position;
  getScreenSize = () => ({ width: this.screenWidth, height: 0 });
}

const noTools = () => Promise.reject(new Error('not here'));

async function open(monitors: FakeMonitor[], platform: NativePlatform = 'win32') {
  const input = new FakeInput();
  input.screenWidth = monitors[0]?.area.w ?? 0;
  const load = () => Promise.resolve({ capture: { Monitor: { all: () => [...monitors] } }, input });
  const desktop = await openNativeDesktop({ platform, run: noTools, load });
  return { desktop, input };
}

async function openDesktop(monitors: FakeMonitor[], platform: NativePlatform = 'win32') {
  const { desktop, input } = await open(monitors, platform);
  if (typeof desktop === 'string') throw new Error(desktop);
  input.given.length = 0;
  return { desktop, input };
}

const pixelOf = async (desktop: Desktop, x: number, y: number) => [
  ...(await desktop.grab({ x, y, w: 1, h: 1 })).pixels,
];

test('pixels are red, green, blue and opaque, wherever the rows of the picture end', async () => {
  const monitor = new FakeMonitor({ x: 0, y: 0, w: 90, h: 70 }, { rest: 12 });
  monitor.paint(71, 65, [1, 2, 3, 0]);
  const { desktop } = await openDesktop([monitor]);
  using _desktop = desktop;
  expect([desktop.width, desktop.height]).toEqual([90, 70]);
  expect(await pixelOf(desktop, 71, 65)).toEqual([1, 2, 3, 255]);
  const part = await desktop.grab({ x: 70, y: 64, w: 3, h: 2 });
  expect([part.width, part.height, part.channels]).toEqual([3, 2, 4]);
  expect([...part.pixels.subarray(16, 20)]).toEqual([1, 2, 3, 255]);
});

test('what changes is told as tiles of the screen, and is what is grabbed then', async () => {
  const [main, second] = [
    new FakeMonitor({ x: 0, y: 0, w: 90, h: 70 }),
    new FakeMonitor({ x: 90, y: 0, w: 80, h: 70 }),
  ];
  const { desktop } = await openDesktop([main, second]);
  using _desktop = desktop;
  const drawn: Rectangle[] = [];
  const listening = desktop.onDamage((area) => drawn.push(area));
  await vi.advanceTimersByTimeAsync(500);
  expect(drawn).toEqual([]);
  second.paint(70, 3, [9, 8, 7, 255]);
  await vi.advanceTimersByTimeAsync(200);
  expect(drawn).toEqual([{ x: 154, y: 0, w: 16, h: 64 }]);
  expect(await pixelOf(desktop, 160, 3)).toEqual([9, 8, 7, 255]);
  listening[Symbol.dispose]();
  main.paint(0, 0, [9, 8, 7, 255]);
  await vi.advanceTimersByTimeAsync(200);
  expect(drawn).toHaveLength(1);
});

test('the pointer goes to the units of the system: those of a scaled display, and those of a program that knows no scaling', async () => {
  const retina = new FakeMonitor({ x: 0, y: 0, w: 40, h: 30 }, { scale: 2 });
  const mac = await openDesktop([retina, new FakeMonitor({ x: -20, y: 0, w: 20, h: 20 })], 'darwin');
  using _mac = mac.desktop;
  expect([mac.desktop.width, mac.desktop.height]).toEqual([120, 60]);
  mac.desktop.movePointer(40 + 20, 10);
  mac.desktop.movePointer(5, 5);
  const windows = await openDesktop([new FakeMonitor({ x: 0, y: 0, w: 150, h: 100 })]);
  using _windows = windows.desktop;
  windows.input.screenWidth = 120;
  windows.desktop.movePointer(75, 50);
  expect([...mac.input.given, ...windows.input.given]).toEqual(['move 10 5', 'move -15 5', 'move 60 40']);
});

test('buttons, wheel and keys are given, and delays of the library are off', async () => {
  const { desktop, input } = await open([new FakeMonitor({ x: 0, y: 0, w: 10, h: 10 })]);
  if (typeof desktop === 'string') throw new Error(desktop);
  using _desktop = desktop;
  for (const button of [0, 1, 2]) for (const down of [true, false]) desktop.pressButton(button, down);
  desktop.turnWheel(1, 2);
  for (const code of ['KeyA', 'F11', 'NumpadEnter', 'Digit7', 'ShiftRight', 'Numpad3'])
    for (const down of [true, false]) desktop.pressKey(code, down);
  expect(input.given).toEqual([
    'mouse delay 0',
    'keyboard delay 0',
    ...['left', 'middle', 'right'].flatMap((button) => [`${button} down`, `${button} up`]),
    'scroll 120 -240',
    ...['a', 'f11', 'enter', '7', 'right_shift', 'numpad_3'].flatMap((key) => [`${key} down`, `${key} up`]),
  ]);
});

test('a key that library or system does not know is ignored, and one that was not pressed is not released', async () => {
  const { desktop, input } = await openDesktop([new FakeMonitor({ x: 0, y: 0, w: 10, h: 10 })]);
  using _desktop = desktop;
  for (const code of ['Lang1', 'Insert', 'constructor']) for (const down of [true, false]) desktop.pressKey(code, down);
  desktop.pressKey('ShiftLeft', false);
  desktop.pressButton(0, false);
  expect(input.given).toEqual([]);
});

test('a key that is meant by its sign is that of the sign, and the same one is let go', async () => {
  const { desktop, input } = await openDesktop([new FakeMonitor({ x: 0, y: 0, w: 10, h: 10 })]);
  using _desktop = desktop;
  desktop.pressKey('KeyQ', true, 'a');
  desktop.pressKey('KeyQ', false);
  desktop.pressKey('Enter', true, 'é');
  desktop.pressKey('Enter', false);
  expect(input.given).toEqual(['a down', 'a up', 'return down', 'return up']);
});

test('[RELAY-8] what is pressed when the desktop is left is released', async () => {
  const { desktop, input } = await openDesktop([new FakeMonitor({ x: 0, y: 0, w: 10, h: 10 })]);
  for (const code of ['ControlLeft', 'KeyC']) desktop.pressKey(code, true);
  desktop.pressButton(2, true);
  desktop.pressKey('KeyC', false);
  input.given.length = 0;
  desktop[Symbol.dispose]();
  expect(input.given).toEqual(['control up', 'right up']);
});

test('[RELAY-12] a pointer that somebody else moves is local input, one that was moved here is not', async () => {
  const { desktop, input } = await openDesktop([new FakeMonitor({ x: 0, y: 0, w: 100, h: 100 })]);
  using _desktop = desktop;
  let count = 0;
  desktop.onLocalInput(() => (count += 1));
  desktop.movePointer(20, 20);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(count).toBe(0);
  input.position = { x: 21, y: 20 };
  await vi.advanceTimersByTimeAsync(1_000);
  expect(count).toBe(1);
});

test('[RELAY-14] monitors are told, and a new size when one is there more', async () => {
  const monitors = [new FakeMonitor({ x: 0, y: 0, w: 90, h: 70 })];
  const { desktop } = await openDesktop(monitors);
  using _desktop = desktop;
  const told: (readonly Monitor[])[] = [];
  desktop.onMonitors((list) => told.push(list));
  let resized = 0;
  desktop.onResized(() => (resized += 1));
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([[{ name: 'at 0', isPrimary: true, x: 0, y: 0, w: 90, h: 70 }]]);
  monitors.push(new FakeMonitor({ x: 90, y: 0, w: 10, h: 20 }));
  await vi.advanceTimersByTimeAsync(1_500);
  expect([desktop.width, desktop.height, resized]).toEqual([100, 70, 1]);
  expect(told.at(-1)).toHaveLength(2);
});

test('a screen that cannot be read for two seconds is lost, once; a shorter gap is none', async () => {
  const monitor = new FakeMonitor({ x: 0, y: 0, w: 10, h: 10 });
  const { desktop } = await openDesktop([monitor]);
  using _desktop = desktop;
  let lost = 0;
  desktop.onLost(() => (lost += 1));
  monitor.isBroken = true;
  await vi.advanceTimersByTimeAsync(1_000);
  monitor.isBroken = false;
  await vi.advanceTimersByTimeAsync(1_000);
  monitor.isBroken = true;
  await vi.advanceTimersByTimeAsync(1_500);
  expect(lost).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(lost).toBe(1);
});

test.each([
  ['win32', 'no_display'],
  ['darwin', 'no_permission'],
] as const)('a screen of %s that cannot be read is %s', async (platform, reason) => {
  const monitor = new FakeMonitor({ x: 0, y: 0, w: 10, h: 10 });
  monitor.isBroken = true;
  expect((await open([monitor], platform)).desktop).toBe(reason);
  expect((await open([], platform)).desktop).toBe(reason);
});

test('a locked session is not opened', async () => {
  const input = new FakeInput();
  const load = () => Promise.resolve({ capture: { Monitor: { all: () => [] } }, input });
  const row = (name: string, pid: number) => `"${name}","${pid}","Console","1","1 K"`;
  const run = () =>
    Promise.resolve([row('node.exe', process.pid), row('LogonUI.exe', 8), row('explorer.exe', 9)].join('\n'));
  expect(await openNativeDesktop({ platform: 'win32', run, load })).toBe('locked');
  expect(input.given).toEqual([]);
});
