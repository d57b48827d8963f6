import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { X11Place } from '../screen/x11-screen.ts';

const SERVER = 'Xvfb';
const TERMINAL = 'xterm';
const SIZE = '1280x800x24';
const COOKIE_NAME = 'MIT-MAGIC-COOKIE-1';
const COOKIE_BYTES = 16;
/** Of an entry of an Xauthority file that holds for every address. */
const FAMILY_WILD = 65_535;

export interface VirtualDisplay extends Disposable {
  readonly place: X11Place;
}

/** An X server without a screen, with a terminal if there is one. Other users of the computer cannot use it. @throws Error where Xvfb is not installed */
export async function startVirtualDisplay(): Promise<VirtualDisplay> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vigil-display-'));
  const children: ChildProcess[] = [];
  const end = () => {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', end);
  const dispose = () => {
    process.off('exit', end);
    end();
  };
  try {
    const cookie = randomBytes(COOKIE_BYTES);
    const authority = path.join(folder, 'authority');
    writeFileSync(authority, authorityEntry(cookie), { mode: 0o600 });
    // The server chooses a free display and writes its number to descriptor 3.
    const options = ['-displayfd', '3', '-screen', '0', SIZE, '-nolisten', 'tcp', '-auth', authority];
    const server = spawn(SERVER, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    children.push(server);
    const display = `:${await displayNumberOf(server)}`;
    const env = { ...process.env, DISPLAY: display, XAUTHORITY: authority };
    const terminal = spawn(TERMINAL, ['-geometry', '100x30+40+40'], { stdio: 'ignore', env });
    // A desktop without a terminal is a desktop.
    terminal.on('error', () => undefined);
    children.push(terminal);
    return {
      place: { display, auth: { name: COOKIE_NAME, data: cookie.toString('latin1') } },
      [Symbol.dispose]: dispose,
    };
  } catch (error) {
    dispose();
    throw error;
  }
}

async function displayNumberOf(server: ChildProcess): Promise<string> {
  const failed = once(server, 'exit').then(() => Promise.reject(new Error('Xvfb has ended')));
  const told = once(server.stdio[3] as NodeJS.ReadableStream, 'data');
  const [data] = (await Promise.race([told, failed])) as [Buffer];
  failed.catch(() => undefined);
  return String(data).trim();
}

/** Family, address, display, name and data, each after its length; without address and display it holds for all. */
function authorityEntry(cookie: Buffer): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(FAMILY_WILD);
  const fields = [Buffer.alloc(0), Buffer.alloc(0), Buffer.from(COOKIE_NAME), cookie].flatMap((field) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(field.length);
    return [length, field];
  });
  return Buffer.concat([family, ...fields]);
}
