import { expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
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
async function pressColour(desktop: Desktop, [red, green, blue]: readonly number[]): Promise<boolean> {
  const { pixels, width, channels } = await desktop.grab({ x: 0, y: 10, w: desktop.width, h: 1 });
  const x = Array.from({ length: width }, (_, at) => at).find((at) =>
    [red, green, blue].every((value, channel) => pixels[at * channels + channel] === value),
  );
  if (x === undefined) return false;
  desktop.movePointer(x + 2, 10);
  for (const down of [true, false]) desktop.pressButton(0, down);
  return true;
}

const ALLOW = [0x25, 0x63, 0xeb];
const REFUSE = [0xdc, 0x26, 0x26];
const open = () => new AbortController().signal;

test.each([
  ['lets in', ALLOW, true],
  ['refuses', REFUSE, false],
] as const)('[RELAY-11] the person at an X11 screen %s whoever asks', async (_, colour, answer) => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const person = createPerson({ platform: 'linux', display: display.name }, personTexts.en);
  const answered = person.askPerson('Mina asks to see and use this screen.', open());
  await eventually(() => pressColour(desktop, colour));
  expect(await answered).toBe(answer);
  await eventually(async () => !(await pressColour(desktop, colour)));
});

test('[RELAY-11] a banner says who is connected until it is disposed, and its button ends the session', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const ended = Promise.withResolvers<void>();
  const banner = createPerson({ platform: 'linux', display: display.name }, personTexts.en).showBanner(
    '박민아',
    ended.resolve,
  );
  await eventually(() => pressColour(desktop, REFUSE));
  await ended.promise;
  banner[Symbol.dispose]();
  await eventually(async () => !(await pressColour(desktop, REFUSE)));
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

test('each button has its place behind the text', async () => {
  const image = await drawPrompt('Mina', [
    { label: 'Allow', isDanger: false },
    { label: 'Refuse', isDanger: true },
  ]);
  expect(image.pixels).toHaveLength(image.width * image.height * 4);
  const places = Array.from({ length: image.width }, (_, x) => image.buttonAt(x));
  expect([...new Set(places)]).toEqual([-1, 0, 1]);
});
