import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { openX11Display, type X11Place } from '../screen/x11-screen.ts';
import type { Desktop } from './desktop.ts';
import { DISPLAY_FOLDER, endLeftDisplays, writeDisplayRecord } from './left-displays.ts';
import { createVirtualDesktopOpener } from './shared-virtual-display.ts';
import { startVirtualDisplay } from './virtual-display.ts';
import { openX11Desktop } from './x11-desktop.ts';

const HOLDING_PROGRAM = fileURLToPath(new URL('../../testing/hold-virtual-display.ts', import.meta.url));

/** One that runs says that it does not know the agent. */
const isRunning = (display: string): Promise<boolean> =>
  openX11Display({ display }).then(
    () => true,
    (cause: unknown) => !/ENOENT|ECONNREFUSED/u.test(String(cause)),
  );

test('viewers of a device without a screen share a virtual one, which ends with the last', async () => {
  const openVirtual = createVirtualDesktopOpener({ keptMs: 0 });
  const [first, second] = await Promise.all([openVirtual(), openVirtual()]);
  expect([first.width, first.height]).toEqual([1_280, 800]);
  const lost = Promise.withResolvers<void>();
  const watching = await openVirtual();
  watching.onLost(lost.resolve);
  first[Symbol.dispose]();
  await second.grab({ x: 0, y: 0, w: 1, h: 1 });
  second[Symbol.dispose]();
  watching[Symbol.dispose]();
  await lost.promise;
});

test('a display whose opening fails is not left without viewers, and the next one begins anew', async () => {
  const places: X11Place[] = [];
  const openVirtual = createVirtualDesktopOpener({
    openDesktop: (place, options) => {
      places.push(place);
      return places.length === 1 ? Promise.reject(new Error('too many clients')) : openX11Desktop(place, options);
    },
  });
  await expect(openVirtual()).rejects.toThrow('too many clients');
  const [first] = places;
  await eventually(async () => !(await isRunning(first?.display ?? '')));
  using desktop = await openVirtual();
  expect(desktop.width).toBe(1_280);
});

test('who ends the terminal of a virtual display has another one', async () => {
  using display = await startVirtualDisplay();
  using desktop = await openX11Desktop(display.place, { hasPerson: false });
  await eventually(() => hasTerminal(desktop));
  desktop.movePointer(300, 200);
  await eventually(async () => {
    for (const code of ['KeyE', 'KeyX', 'KeyI', 'KeyT', 'Enter'])
      for (const down of [true, false]) desktop.pressKey(code, down);
    return !(await hasTerminal(desktop));
  });
  await eventually(() => hasTerminal(desktop));
});

/** Its ground is white, that of the screen black. */
async function hasTerminal(desktop: Desktop): Promise<boolean> {
  const { pixels } = await desktop.grab({ x: 300, y: 200, w: 200, h: 100 });
  return pixels.some((level, at) => at % 4 < 3 && level > 200);
}

test('the display of an agent that was killed ends with the next agent, and those of running ones stay', async () => {
  using own = await startVirtualDisplay();
  const agent = spawn(process.execPath, [HOLDING_PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void agent.kill('SIGKILL'));
  const exited = once(agent, 'exit');
  const [told] = (await once(agent.stdout, 'data')) as [Buffer];
  const display = String(told);
  endLeftDisplays();
  expect(await Promise.all([own.place.display, display].map(isRunning))).toEqual([true, true]);
  agent.kill('SIGKILL');
  await exited;
  expect(await isRunning(display)).toBe(true);
  createVirtualDesktopOpener();
  await eventually(async () => !(await isRunning(display)));
  expect(await isRunning(own.place.display)).toBe(true);
});

test('a folder in which others may write names no process to end', async () => {
  const program = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 60_000)'], { stdio: 'ignore' });
  onTestFinished(() => void program.kill('SIGKILL'));
  const exited = once(program, 'exit');
  const folder = mkdtempSync(path.join(tmpdir(), DISPLAY_FOLDER));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeDisplayRecord(folder, [program.pid ?? 0]);
  const file = path.join(folder, 'processes.json');
  const record = JSON.parse(readFileSync(file, 'utf8')) as { agent: object };
  // The number of the agent was given again.
  writeFileSync(file, JSON.stringify({ ...record, agent: { ...record.agent, startedAt: '1' } }));
  chmodSync(folder, 0o777);
  endLeftDisplays();
  expect([existsSync(folder), program.exitCode, program.signalCode]).toEqual([true, null, null]);
  chmodSync(folder, 0o700);
  endLeftDisplays();
  expect([existsSync(folder), (await exited)[1]]).toEqual([false, 'SIGTERM']);
});
