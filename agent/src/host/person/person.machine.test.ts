import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connectDisplay } from '../../testing/connect-display.ts';
import { eventually } from '../../testing/eventually.ts';
import { openDisplay } from '../../testing/open-display.ts';
import { openPhysicalMouse } from '../../testing/physical-input.ts';
import { setX11Monitor } from '../../testing/set-x11-monitor.ts';
import { startXvfb } from '../../testing/xvfb.ts';
import type { Desktop } from '../desktop/desktop.ts';
import { replyOf } from '../desktop/x11-events.ts';
import { personTexts } from './person-texts.ts';
import { createPerson } from './person.ts';
import { drawPrompt } from './prompt-image.ts';

type Click = () => Promise<void>;

/** As a viewer in control clicks. */
const viewerClick =
  (desktop: Desktop): Click =>
  () => {
    for (const down of [true, false]) desktop.pressButton(0, down);
    return Promise.resolve();
  };

/** Clicks where a colour of a button is in the first row of buttons at the top of the screen. */
async function clickColour(desktop: Desktop, [red, green, blue]: readonly number[], click: Click): Promise<boolean> {
  const { pixels, width, channels } = await desktop.grab({ x: 0, y: 10, w: desktop.width, h: 1 });
  const x = Array.from({ length: width }, (_, at) => at).find((at) =>
    [red, green, blue].every((value, channel) => pixels[at * channels + channel] === value),
  );
  if (x === undefined) return false;
  desktop.movePointer(x + 2, 10);
  // The mouse has a connection of its own, which the server may hear first.
  await desktop.readPointer?.();
  await click();
  return true;
}

/** Clicks until somebody hears it: a line that has just come takes no answer. */
async function answer<T>(
  desktop: Desktop,
  { colour, click, heard }: { colour: readonly number[]; click: Click; heard: Promise<T> },
): Promise<T> {
  let isHeard = false;
  void heard.then(() => (isHeard = true));
  await eventually(async () => {
    await clickColour(desktop, colour, click);
    return isHeard;
  });
  return heard;
}

const ALLOW = [0x25, 0x63, 0xeb];
const REFUSE = [0xdc, 0x26, 0x26];
const FINGERPRINT = '0123 4567 89ab cdef';
const LEFT = 1;
/** The middle and the right button, and the wheel. */
const OTHERS = [2, 3, 4];
/** The blue of the line. */
const GROUND = 0x3d;
const open = () => new AbortController().signal;

test.each([
  ['lets in', ALLOW, true],
  ['refuses', REFUSE, false],
] as const)('[RELAY-11] the person at an X11 screen %s whoever asks', async (_, colour, isLetIn) => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  using mouse = await openPhysicalMouse(display.name);
  const click = () => mouse.click(LEFT);
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  const heard = person.askPerson('Mina asks to see and use this screen.', open());
  expect(await answer(desktop, { colour, click, heard })).toBe(isLetIn);
  await eventually(async () => !(await clickColour(desktop, colour, click)));
});

test('[RELAY-11] a viewer in control answers nothing for the person at the device', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  using mouse = await openPhysicalMouse(display.name);
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  const heard = person.askPerson(personTexts.en.asks('Mina'), open());
  let answers = 0;
  void heard.then(() => (answers += 1));
  await eventually(() => clickColour(desktop, ALLOW, viewerClick(desktop)));
  // For longer than the question is new.
  const end = performance.now() + 1_500;
  while (performance.now() < end) {
    for (const colour of [ALLOW, REFUSE]) expect(await clickColour(desktop, colour, viewerClick(desktop))).toBe(true);
    await setTimeout(20);
  }
  expect(answers).toBe(0);
  expect(await answer(desktop, { colour: ALLOW, click: () => mouse.click(LEFT), heard })).toBe(true);
});

test('[RELAY-11] a banner says who is connected until it is disposed, and its button ends the session', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const ended = Promise.withResolvers<void>();
  const banner = createPerson({ platform: 'linux', display: display.name }, personTexts.en).showBanner(
    { names: '박민아', fingerprint: FINGERPRINT, isLocked: false },
    ended.resolve,
  );
  const click = viewerClick(desktop);
  await answer(desktop, { colour: REFUSE, click, heard: ended.promise });
  banner[Symbol.dispose]();
  await eventually(async () => !(await clickColour(desktop, REFUSE, click)));
});

test('[RELAY-15] the banner of a locked device says so, and has no button that nobody could press', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const shownWidth = async () => {
    const { pixels, width } = await desktop.grab({ x: 0, y: 2, w: desktop.width, h: 1 });
    return Array.from({ length: width }, (_, x) => pixels[x * 4 + 2] === GROUND).filter(Boolean).length;
  };
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  const free = person.showBanner({ names: 'Mina', fingerprint: FINGERPRINT, isLocked: false }, () => undefined);
  const freeWidth = await eventually(shownWidth);
  free[Symbol.dispose]();
  await eventually(async () => (await shownWidth()) === 0);
  using _locked = person.showBanner({ names: 'Mina', fingerprint: FINGERPRINT, isLocked: true }, () => undefined);
  await eventually(async () => (await shownWidth()) > freeWidth);
  expect(await clickColour(desktop, REFUSE, viewerClick(desktop))).toBe(false);
});

test('[RELAY-11] a question that is over before the answer has none', async () => {
  await using display = await startXvfb();
  const over = new AbortController();
  const answered = createPerson({ platform: 'linux', display: display.name }, personTexts.en).askPerson(
    'Who?',
    over.signal,
  );
  over.abort();
  expect(await answered).toBeNull();
});

test.each([
  ['letters', 'M'.repeat(200)],
  ['words', 'Mina '.repeat(60)],
  ['East Asian signs', '박민아'.repeat(60)],
])('[RELAY-11] a question with 200 %s is as wide as its monitor, and can be answered', async (_, name) => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  using mouse = await openPhysicalMouse(display.name);
  await setX11Monitor(display.name, 'left', { x: 0, y: 0, w: 640, h: 720 });
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  const heard = person.askPerson(personTexts.en.asks(name), open());
  expect(await answer(desktop, { colour: REFUSE, click: () => mouse.click(LEFT), heard })).toBe(false);
});

test('[RELAY-11] neither a wheel nor a click at the moment when the question comes is an answer', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  using mouse = await openPhysicalMouse(display.name);
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  const heard = person.askPerson(personTexts.en.asks('Mina'), open());
  let answers = 0;
  void heard.then(() => (answers += 1));
  await eventually(() => clickColour(desktop, ALLOW, () => mouse.click(LEFT)));
  expect(answers).toBe(0);
  // For longer than the question is new.
  const end = performance.now() + 1_000;
  while (performance.now() < end) {
    for (const button of OTHERS) await clickColour(desktop, ALLOW, () => mouse.click(button));
    // The question hears it in the same process.
    await setTimeout(20);
  }
  expect(answers).toBe(0);
  expect(await answer(desktop, { colour: REFUSE, click: () => mouse.click(LEFT), heard })).toBe(false);
});

test('[RELAY-11] a banner follows the monitor', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  using _banner = person.showBanner({ names: 'Mina', fingerprint: FINGERPRINT, isLocked: false }, () => undefined);
  const firstColumn = async () => {
    const { pixels, width } = await desktop.grab({ x: 0, y: 2, w: desktop.width, h: 1 });
    return Array.from({ length: width }, (_, x) => x).find((x) => pixels[x * 4 + 2] === GROUND);
  };
  const before = await eventually(async () => (await firstColumn()) ?? false);
  await setX11Monitor(display.name, 'left', { x: 0, y: 0, w: 640, h: 720 });
  await eventually(async () => ((await firstColumn()) ?? before) < before);
});

/** Another program at the same screen. */
async function openOther(display: string) {
  const { client, screen } = await connectDisplay(display);
  const root = screen[0]?.root ?? 0;
  client.on('error', () => undefined);
  return {
    client,
    windows: async () => (await replyOf<{ children: number[] }>((reply) => client.QueryTree(root, reply))).children,
    [Symbol.dispose]: () => client.terminate(),
  };
}

test.each(['KillClient', 'DestroyWindow', 'UnmapWindow'] as const)(
  '[RELAY-11] a banner that another program removes (%s) is shown again, and still ends the session',
  async (removal) => {
    await using display = await startXvfb();
    using desktop = await openDisplay(display.name);
    using other = await openOther(display.name);
    // That of the clipboard, for instance.
    const others = new Set(await other.windows());
    const ended = Promise.withResolvers<void>();
    const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
    using _banner = person.showBanner({ names: 'Mina', fingerprint: FINGERPRINT, isLocked: false }, ended.resolve);
    const isSeen = async () => {
      const { pixels, width } = await desktop.grab({ x: 0, y: 2, w: desktop.width, h: 1 });
      return Array.from({ length: width }, (_, x) => x).some((x) => pixels[x * 4 + 2] === GROUND);
    };
    await eventually(isSeen);
    for (const window of await other.windows()) if (!others.has(window)) other.client[removal](window);
    // With the answer to a later question they are gone.
    await other.windows();
    await eventually(isSeen);
    await answer(desktop, { colour: REFUSE, click: viewerClick(desktop), heard: ended.promise });
  },
);

test('[RELAY-11] a banner that cannot be shown any more ends the sessions, and one that was disposed does not', async () => {
  const display = await startXvfb();
  using other = await openOther(display.name);
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  const ended = Promise.withResolvers<void>();
  let disposedEnds = 0;
  const disposed = person.showBanner(
    { names: 'Jun', fingerprint: FINGERPRINT, isLocked: false },
    () => (disposedEnds += 1),
  );
  using _banner = person.showBanner({ names: 'Mina', fingerprint: FINGERPRINT, isLocked: false }, ended.resolve);
  await eventually(async () => (await other.windows()).length === 2);
  await display[Symbol.asyncDispose]();
  disposed[Symbol.dispose]();
  await ended.promise;
  expect(disposedEnds).toBe(0);
});

const BUTTONS = [
  { label: 'Allow', isDanger: false },
  { label: 'Refuse', isDanger: true },
];

test.each([640, 1_280, 3_840])(
  '[RELAY-11] buttons are within a screen of %i pixels whatever the text is',
  async (maxWidth) => {
    for (const text of ['Mina', 'M'.repeat(500), '박민아 '.repeat(100), 'Mina '.repeat(100)]) {
      const image = await drawPrompt({ text, buttons: BUTTONS, maxWidth });
      expect(image.width).toBeLessThanOrEqual(maxWidth);
      expect(image.pixels).toHaveLength(image.width * image.height * 4);
      const places = Array.from({ length: image.width }, (_, x) => image.buttonAt(x));
      expect([...new Set(places)]).toEqual([-1, 0, 1]);
    }
  },
);

test('each button has its place behind the text', async () => {
  const image = await drawPrompt({ text: 'Mina', buttons: BUTTONS, maxWidth: 1_280 });
  expect(image.pixels).toHaveLength(image.width * image.height * 4);
  const places = Array.from({ length: image.width }, (_, x) => image.buttonAt(x));
  expect([...new Set(places)]).toEqual([-1, 0, 1]);
});
