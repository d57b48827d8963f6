import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectDisplay } from '../../testing/connect-display.ts';
import { eventually } from '../../testing/eventually.ts';
import { openDisplay } from '../../testing/open-display.ts';
import { setX11Monitor } from '../../testing/set-x11-monitor.ts';
import { startXterm, startXvfb } from '../../testing/xvfb.ts';
import type { CursorImage, Monitor, Rectangle } from './desktop.ts';
import { createDesktopOpener } from './open-desktop.ts';
import { startVirtualDisplay } from './virtual-display.ts';
import { replyOf } from './x11-events.ts';
import { x11KeycodeOf } from './x11-keycodes.ts';

test('keys reach the window below the pointer, and what it draws is told and seen', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  expect([desktop.width, desktop.height]).toEqual([1_280, 720]);
  const drawn: Rectangle[] = [];
  desktop.onDamage((area) => drawn.push(area));
  const folder = mkdtempSync(path.join(tmpdir(), 'vigil-desktop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'typed.txt');
  using _terminal = startXterm(display, file);
  await eventually(() => drawn.length > 0);

  const isWhite = async () => (await desktop.grab({ x: 600, y: 400, w: 1, h: 1 })).pixels.every((level) => level > 200);
  await eventually(isWhite);
  desktop.movePointer(600, 400);
  await eventually(() => {
    for (const code of ['KeyH', 'Digit1', 'Enter']) for (const down of [true, false]) desktop.pressKey(code, down);
    return readFileSync(file, { encoding: 'utf8', flag: 'a+' }).includes('h1\n');
  });
});

test('[RELAY-12] input that another one gives is local, what the viewers give is not', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  using person = await openDisplay(display.name);
  let count = 0;
  desktop.onLocalInput(() => (count += 1));
  desktop.movePointer(600, 400);
  desktop.turnWheel(0, 2);
  for (const down of [true, false]) desktop.pressButton(0, down);
  for (const down of [true, false]) desktop.pressKey('KeyA', down);
  await desktop.typeText('한');
  // The server has taken these before it takes the next.
  await desktop.grab({ x: 0, y: 0, w: 1, h: 1 });
  for (const down of [true, false]) person.pressKey('KeyB', down);
  person.movePointer(10, 20);
  await eventually(() => count >= 3);
  expect(count).toBe(3);
});

test('text is typed once and exactly, also with more signs than the layout leaves keys for', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const folder = mkdtempSync(path.join(tmpdir(), 'vigil-desktop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'typed.txt');
  const typed = () => readFileSync(file, { encoding: 'utf8', flag: 'a+' });
  using _terminal = startXterm(display, file);
  desktop.movePointer(600, 400);
  await eventually(async () => {
    await desktop.typeText('x\n');
    return typed().includes('x\n');
  });
  const syllables = Array.from({ length: 150 }, (_, index) => String.fromCodePoint(0xac00 + index * 28)).join('');
  const text = `Passw0rd {~$} \u20ac\u00c4\u00e4 ${syllables} Zz\n`;
  await desktop.typeText(text);
  await eventually(() => typed().includes('Zz\n'));
  // Of what was typed first, the terminal may have been ready for the end alone.
  expect(typed().replace(/^(?:x?\n)+/u, '')).toBe(text);
});

test('text that no key has is typed, and the clipboard has what either side put into it', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  using other = await openDisplay(display.name);
  const folder = mkdtempSync(path.join(tmpdir(), 'vigil-desktop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'typed.txt');
  using _terminal = startXterm(display, file);
  desktop.movePointer(600, 400);
  await eventually(async () => {
    await desktop.typeText('h\u00e9-A\u00dc\ud55c\uae00\n');
    return readFileSync(file, { encoding: 'utf8', flag: 'a+' }).includes('h\u00e9-A\u00dc\ud55c\uae00\n');
  });
  expect(await desktop.readClipboard()).toBeNull();
  other.setClipboard('from another program');
  await eventually(async () => (await desktop.readClipboard()) === 'from another program');
  desktop.setClipboard('from the viewer');
  await eventually(async () => (await other.readClipboard()) === 'from the viewer');
});

test('[RELAY-8] a key that is meant by its sign is that of the layout, and the same one is let go', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const { client } = await connectDisplay(display.name);
  onTestFinished(() => client.terminate());
  const [qKey, aKey] = [24, 38];
  const setLetters = async (letterOf: Record<number, number>) => {
    for (const [key, letter] of Object.entries(letterOf))
      client.ChangeKeyboardMapping(Number(key), 2, [letter, letter]);
    await client.sync();
  };
  const pressed = async () => {
    const keymap = await replyOf<Buffer>((reply) => client.QueryKeymap(reply));
    return [qKey, aKey].filter((key) => ((keymap[key >> 3] ?? 0) & (1 << (key & 7))) !== 0);
  };
  // The agent has read the layout, and after a change of it, as in France, has read it again.
  for (const [letterOf, key] of [
    [{}, aKey],
    [{ [qKey]: 0x61, [aKey]: 0x71 }, qKey],
  ] as const) {
    await setLetters(letterOf);
    await eventually(async () => {
      desktop.pressKey('KeyQ', true, 'a');
      await desktop.grab({ x: 0, y: 0, w: 1, h: 1 });
      const isRight = (await pressed())[0] === key;
      if (!isRight) desktop.pressKey('KeyQ', false);
      return isRight;
    });
    desktop.pressKey('KeyQ', false);
    await desktop.grab({ x: 0, y: 0, w: 1, h: 1 });
    expect(await pressed()).toEqual([]);
  }
});

test('[RELAY-14] the monitors are told', async () => {
  await using display = await startXvfb();
  // The server forgets them with its last client.
  using desktop = await openDisplay(display.name);
  await setX11Monitor(display.name, 'left', { x: 0, y: 0, w: 640, h: 720 });
  await setX11Monitor(display.name, 'right', { x: 640, y: 0, w: 640, h: 720 });
  let told: readonly Monitor[] = [];
  using _listener = desktop.onMonitors((monitors) => (told = monitors));
  await eventually(() => told.length >= 2);
  expect(told.map(({ name, x, w, h }) => ({ name, x, w, h }))).toEqual(
    expect.arrayContaining([
      { name: 'left', x: 0, w: 640, h: 720 },
      { name: 'right', x: 640, w: 640, h: 720 },
    ]),
  );
});

test('the picture of the pointer is told', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const cursors: CursorImage[] = [];
  using _listener = desktop.onCursor((cursor) => cursors.push(cursor));
  const cursor = await eventually(() => cursors[0]);
  expect(cursor.pixels).toHaveLength(cursor.w * cursor.h * 4);
  expect(cursor.x).toBeLessThan(cursor.w);
});

test('an error of one request is that of its caller, and ends nothing', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  let isLost = false;
  desktop.onLost(() => (isLost = true));
  await expect(desktop.grab({ x: 1_200, y: 700, w: 200, h: 200 })).rejects.toThrow(/match/iu);
  const { client, screen } = await connectDisplay(display.name);
  onTestFinished(() => client.terminate());
  const atomOf = (name: string) => replyOf<number>((reply) => client.InternAtom(false, name, reply));
  const [clipboard, text] = [await atomOf('CLIPBOARD'), await atomOf('UTF8_STRING')];
  desktop.setClipboard('asked for by a window that has gone');
  await eventually(async () => (await desktop.readClipboard()) !== null);
  const window = client.AllocID();
  client.CreateWindow(window, screen[0]?.root ?? 0, 0, 0, 1, 1, 0, 0, 2, 0, {});
  client.ConvertSelection(window, clipboard, text, text);
  client.DestroyWindow(window);
  await client.sync();
  // What the desktop has answered before is with the server by then.
  for (let count = 0; count < 3; count += 1) await desktop.grab({ x: 0, y: 0, w: 1, h: 1 });
  expect(isLost).toBe(false);
});

test('[RELAY-8] what an agent has left pressed that was killed is released when the desktop is opened', async () => {
  await using display = await startXvfb();
  const { client } = await connectDisplay(display.name);
  onTestFinished(() => client.terminate());
  const pressed = async () => {
    const keymap = await replyOf<Buffer>((reply) => client.QueryKeymap(reply));
    return keymap.some((bits) => bits !== 0);
  };
  const killed = await openDisplay(display.name);
  killed.pressKey('KeyC', true);
  await eventually(pressed);
  killed[Symbol.dispose]();
  expect(await pressed()).toBe(true);
  using _next = await openDisplay(display.name);
  await eventually(async () => !(await pressed()));
});

test('text that is not wanted any more is not typed to its end', async () => {
  await using display = await startXvfb();
  using desktop = await openDisplay(display.name);
  using person = await openDisplay(display.name);
  const typing = new AbortController();
  let keys = 0;
  using _listener = person.onLocalInput(() => {
    keys += 1;
    typing.abort();
  });
  await desktop.typeText('x'.repeat(1_000), typing.signal);
  expect(typing.signal.aborted).toBe(true);
  await person.grab({ x: 0, y: 0, w: 1, h: 1 });
  expect(keys).toBeLessThan(2_000);
});

test('the end of the X server is told', async () => {
  const display = await startXvfb();
  using desktop = await openDisplay(display.name);
  const lost = Promise.withResolvers<void>();
  desktop.onLost(lost.resolve);
  await display[Symbol.asyncDispose]();
  await lost.promise;
});

test('without a screen that can be read the reason is told', async () => {
  expect(await createDesktopOpener({ platform: 'linux' })()).toBe('no_display');
  expect(await createDesktopOpener({ platform: 'linux', display: ':987' })()).toBe('no_display');
  expect(await createDesktopOpener({ platform: 'linux', display: ':0', waylandDisplay: 'wayland-0' })()).toBe(
    'wayland_consent',
  );
});

test('an X server that does not know the agent says so', async () => {
  using display = await startVirtualDisplay();
  const { place } = display;
  expect(await createDesktopOpener({ platform: 'linux', display: place.display })()).toBe('no_permission');
});

test.each([
  ['Escape', 9],
  ['KeyA', 38],
  ['Space', 65],
  ['F12', 96],
  ['ArrowUp', 111],
  ['Delete', 119],
  ['MetaLeft', 133],
  ['ContextMenu', 135],
] as const)('the key %s is number %i of an X server', (code, keycode) => {
  expect(x11KeycodeOf(code)).toBe(keycode);
});
