import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { setX11Monitor } from '../../testing/set-x11-monitor.ts';
import { startXvfb } from '../../testing/xvfb.ts';
import type { Desktop } from '../desktop/desktop.ts';
import { createDesktopOpener } from '../desktop/open-desktop.ts';
import { personTexts } from './person-texts.ts';
import { createPerson } from './person.ts';
import { drawPrompt } from './prompt-image.ts';

async function openDisplay(display: string): Promise<Desktop> {
  const desktop = await createDesktopOpener({ platform: 'linux', display })();
  if (typeof desktop === 'string') throw new Error(desktop);
  return desktop;
}

/** Presses where a colour of a button is in the first row of buttons at the top of the screen. */
async function pressColour(desktop: Desktop, [red, green, blue]: readonly number[], button = 0): Promise<boolean> {
  const { pixels, width, channels } = await desktop.grab({ x: 0, y: 10, w: desktop.width, h: 1 });
  const x = Array.from({ length: width }, (_, at) => at).find((at) =>
    [red, green, blue].every((value, channel) => pixels[at * channels + channel] === value),
  );
  if (x === undefined) return false;
  desktop.movePointer(x + 2, 10);
  for (const down of [true, false]) desktop.pressButton(button, down);
  return true;
}

/** Presses until somebody hears it: a line that has just come takes no answer. */
async function answer<T>(desktop: Desktop, colour: readonly number[], heard: Promise<T>): Promise<T> {
  let isHeard = false;
  void heard.then(() => (isHeard = true));
  await eventually(async () => {
    await pressColour(desktop, colour);
    return isHeard;
  });
  return heard;
}

const ALLOW = [0x25, 0x63, 0xeb];
const REFUSE = [0xdc, 0x26, 0x26];
/** The blue of the line. */
const GROUND = 0x3d;
const open = () => new AbortController().signal;

test.each([
  ['lets in', ALLOW, true],
  ['refuses', REFUSE, false],
] as const)('[RELAY-11] the person at an X11 screen %s whoever asks', async (_, colour, isLetIn) => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  const answered = person.askPerson('Mina asks to see and use this screen.', open());
  expect(await answer(desktop, colour, answered)).toBe(isLetIn);
  await eventually(async () => !(await pressColour(desktop, colour)));
});

test('[RELAY-11] a banner says who is connected until it is disposed, and its button ends the session', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const ended = Promise.withResolvers<void>();
  const banner = createPerson({ platform: 'linux', display: display.name }, personTexts.en).showBanner(
    { names: '박민아', isLocked: false },
    ended.resolve,
  );
  await answer(desktop, REFUSE, ended.promise);
  banner[Symbol.dispose]();
  await eventually(async () => !(await pressColour(desktop, REFUSE)));
});

test('[RELAY-15] the banner of a locked device says so, and has no button that nobody could press', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const shownWidth = async () => {
    const { pixels, width } = await desktop.grab({ x: 0, y: 2, w: desktop.width, h: 1 });
    return Array.from({ length: width }, (_, x) => pixels[x * 4 + 2] === GROUND).filter(Boolean).length;
  };
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  const free = person.showBanner({ names: 'Mina', isLocked: false }, () => undefined);
  const freeWidth = await eventually(shownWidth);
  free[Symbol.dispose]();
  await eventually(async () => (await shownWidth()) === 0);
  using _locked = person.showBanner({ names: 'Mina', isLocked: true }, () => undefined);
  await eventually(async () => (await shownWidth()) > freeWidth);
  expect(await pressColour(desktop, REFUSE)).toBe(false);
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
  await setX11Monitor(display.name, 'left', { x: 0, y: 0, w: 640, h: 720 });
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  const answered = person.askPerson(personTexts.en.asks(name), open());
  expect(await answer(desktop, REFUSE, answered)).toBe(false);
});

test('[RELAY-11] neither a wheel nor a click at the moment when the question comes is an answer', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  const answered = person.askPerson(personTexts.en.asks('Mina'), open());
  let answers = 0;
  void answered.then(() => (answers += 1));
  await eventually(() => pressColour(desktop, ALLOW));
  expect(answers).toBe(0);
  // The middle and the right button and the wheel, for longer than the question is new.
  const end = performance.now() + 1_000;
  while (performance.now() < end) {
    for (const button of [1, 2, 3]) await pressColour(desktop, ALLOW, button);
    // The question hears it in the same process.
    await setTimeout(20);
  }
  expect(answers).toBe(0);
  expect(await answer(desktop, REFUSE, answered)).toBe(false);
});

test('[RELAY-11] a banner follows the monitor', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  using _banner = person.showBanner({ names: 'Mina', isLocked: false }, () => undefined);
  const firstColumn = async () => {
    const { pixels, width } = await desktop.grab({ x: 0, y: 2, w: desktop.width, h: 1 });
    return Array.from({ length: width }, (_, x) => x).find((x) => pixels[x * 4 + 2] === GROUND);
  };
  const before = await eventually(async () => (await firstColumn()) ?? false);
  await setX11Monitor(display.name, 'left', { x: 0, y: 0, w: 640, h: 720 });
  await eventually(async () => ((await firstColumn()) ?? before) < before);
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
