import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { openPhysicalKeyboard } from '../../testing/physical-input.ts';
import { startXterm, startXvfb } from '../../testing/xvfb.ts';
import type { Desktop } from './desktop.ts';
import { openX11Desktop } from './x11-desktop.ts';
import { x11KeycodeOf } from './x11-keycodes.ts';

const LOCKING_PROGRAM = fileURLToPath(new URL('../../testing/lock-input.ts', import.meta.url));

const keycode = (code: string): number => x11KeycodeOf(code) ?? 0;

/** A terminal on a screen that is seen and used from elsewhere, and the person in front of it. */
async function start() {
  const stack = new AsyncDisposableStack();
  const display = stack.use(await startXvfb());
  const desktop = stack.use(await openX11Desktop({ display: display.name }));
  const person = stack.use(await openPhysicalKeyboard(display.name));
  const folder = mkdtempSync(path.join(tmpdir(), 'vigil-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'typed.txt');
  stack.use(startXterm(display, file));
  desktop.movePointer(600, 400);
  const typed = () => readFileSync(file, { encoding: 'utf8', flag: 'a+' });
  /** A line of one sign, until the terminal has it. */
  const reaches = (sign: string, type: (codes: string[]) => Promise<void>) =>
    eventually(async () => {
      await type([`Key${sign.toUpperCase()}`, 'Enter']);
      return typed().includes(`${sign}\n`);
    });
  const byPerson = (codes: string[]) => person.type(...codes.map(keycode));
  const byViewer = (codes: string[]) => {
    for (const code of codes) for (const down of [true, false]) desktop.pressKey(code, down);
    return Promise.resolve();
  };
  return {
    display,
    desktop,
    person,
    typed,
    byPerson,
    personReaches: (sign: string) => reaches(sign, byPerson),
    viewerReaches: (sign: string) => reaches(sign, byViewer),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function lock(desktop: Desktop, onLost: () => void = () => undefined): Promise<Disposable> {
  if (desktop.lockInput === undefined) throw new Error('this desktop offers no lock');
  return desktop.lockInput(onLost);
}

test('[RELAY-15] while its input is locked a device takes the keys of viewers only, and before and afterwards those of its own as well', async () => {
  await using started = await start();
  const { desktop, typed, byPerson, personReaches, viewerReaches } = started;
  await personReaches('a');
  const locked = await lock(desktop);
  let count = 0;
  using _listener = desktop.onLocalInput(() => (count += 1));
  await byPerson(['KeyB', 'Enter']);
  await viewerReaches('c');
  expect(typed()).not.toContain('b');
  expect(count).toBe(0);
  locked[Symbol.dispose]();
  await personReaches('d');
  expect(typed()).not.toContain('b');
});

test('[RELAY-15] the lock of an agent that is killed ends with it', async () => {
  await using started = await start();
  const { display, typed, byPerson, personReaches, viewerReaches } = started;
  await personReaches('a');
  const agent = spawn(process.execPath, [LOCKING_PROGRAM, display.name], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void agent.kill('SIGKILL'));
  const exited = once(agent, 'exit');
  expect(String(((await once(agent.stdout, 'data')) as [Buffer])[0])).toBe('locked');
  await byPerson(['KeyB', 'Enter']);
  await viewerReaches('c');
  agent.kill('SIGKILL');
  expect((await exited)[1]).toBe('SIGKILL');
  await personReaches('d');
  expect(typed()).not.toContain('b');
});

test('[RELAY-15] the lock ends with the desktop', async () => {
  await using started = await start();
  const { display, personReaches } = started;
  const other = await openX11Desktop({ display: display.name });
  await lock(other);
  other[Symbol.dispose]();
  await personReaches('a');
});

test('[RELAY-15] the end of a lock that nobody has ended is told, one that was ended is not', async () => {
  const display = await startXvfb();
  using desktop = await openX11Desktop({ display: display.name });
  const ends: string[] = [];
  const ended = await lock(desktop, () => void ends.push('ended'));
  ended[Symbol.dispose]();
  const lost = Promise.withResolvers<void>();
  await eventually(() =>
    lock(desktop, () => {
      ends.push('lost');
      lost.resolve();
    }).catch(() => null),
  );
  await display[Symbol.asyncDispose]();
  await lost.promise;
  expect(ends).toEqual(['lost']);
});

test('[RELAY-15] a keyboard that is plugged in while the input is locked is locked as well', async () => {
  await using started = await start();
  const { desktop, person, typed, byPerson, personReaches, viewerReaches } = started;
  await personReaches('a');
  await person.enable(false);
  using _locked = await lock(desktop);
  await person.enable(true);
  // Until it is taken its keys arrive, and one that is pressed at that moment is released.
  await person.press(keycode('ShiftLeft'), true);
  await eventually(async () => (await person.pressed()).length === 0);
  await person.press(keycode('ShiftLeft'), false);
  await byPerson(['KeyB', 'Enter']);
  await viewerReaches('c');
  expect(typed()).not.toContain('b');
});

test('[RELAY-15] what the person at the device presses when its input is locked is released', async () => {
  await using started = await start();
  const { desktop, person, personReaches } = started;
  await personReaches('a');
  await person.press(keycode('ShiftLeft'), true);
  expect(await person.pressed()).toEqual([keycode('ShiftLeft')]);
  using _locked = await lock(desktop);
  await eventually(async () => (await person.pressed()).length === 0);
});

test('[RELAY-15] devices that another program holds are not locked, and none stays taken', async () => {
  await using started = await start();
  const { display, desktop, personReaches } = started;
  using other = await openX11Desktop({ display: display.name });
  const held = await lock(other);
  await expect(lock(desktop)).rejects.toThrow('another program holds Xvfb');
  held[Symbol.dispose]();
  await personReaches('a');
});

test('[RELAY-8] a key that the person at the device holds stays pressed when the desktop is opened', async () => {
  await using started = await start();
  const { display, person, personReaches } = started;
  await personReaches('a');
  await person.press(keycode('ShiftLeft'), true);
  using next = await openX11Desktop({ display: display.name });
  await next.grab({ x: 0, y: 0, w: 1, h: 1 });
  expect(await person.pressed()).toEqual([keycode('ShiftLeft')]);
});
