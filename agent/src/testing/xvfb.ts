import { spawn } from 'node:child_process';
import { eventually } from './eventually.ts';

/** The test runner installs both. */
const XVFB = 'Xvfb';
const XTERM = 'xterm';

export interface VirtualDisplay extends AsyncDisposable {
  /** Such as `:99`. */
  readonly name: string;
}

/** An X server without a screen, of 1280 × 720 pixels. */
export async function startXvfb(): Promise<VirtualDisplay> {
  // The server chooses a free display and writes its number to descriptor 3.
  const server = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1280x720x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  let displayNumber = '';
  server.stdio[3]?.on('data', (data: Buffer) => (displayNumber += data.toString()));
  await eventually(() => displayNumber.endsWith('\n'));
  return {
    name: `:${displayNumber.trim()}`,
    async [Symbol.asyncDispose]() {
      server.kill();
      await eventually(() => server.exitCode !== null || server.signalCode !== null);
    },
  };
}

/** A terminal with a command of the shell, such as `80x24+0+0` in columns, rows and pixels. */
export function startTerminal(display: VirtualDisplay, geometry: string, command: string): Disposable {
  const options = ['-display', display.name, '-geometry', geometry, '-e', 'sh', '-c', command];
  // Without a locale it would take no text beyond ASCII.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const terminal = spawn(XTERM, options, { stdio: 'ignore', env });
  return { [Symbol.dispose]: () => void terminal.kill() };
}

/** A terminal that covers the screen and writes what is typed, a line at a time, to a file. */
export const startXterm = (display: VirtualDisplay, file: string): Disposable =>
  startTerminal(display, '210x58+0+0', `while read -r line; do echo "$line" >> '${file}'; done`);
