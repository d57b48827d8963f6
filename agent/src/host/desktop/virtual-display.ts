import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { X11Place } from '../screen/x11-screen.ts';
import { DISPLAY_FOLDER, writeDisplayRecord } from './left-displays.ts';

const SERVER = 'Xvfb';
const TERMINAL = 'xterm';
/** One that cannot start does not keep the computer busy. */
const TERMINAL_AGAIN_MS = 1_000;
const SIZE = '1280x800x24';
/** It has just started, which takes long where the computer is busy, and nobody has stopped it. */
const SILENT_MS = 15_000;
const COOKIE_NAME = 'MIT-MAGIC-COOKIE-1';
const COOKIE_BYTES = 16;
/** Of an entry of an Xauthority file that holds for every address. */
const FAMILY_WILD = 65_535;

export interface VirtualDisplay extends Disposable {
  readonly place: X11Place;
}

/** The programs of a display and the folder with its cookie; `endLeftDisplays` ends them where the agent was killed. */
class DisplayPrograms implements Disposable {
  readonly folder = mkdtempSync(path.join(tmpdir(), DISPLAY_FOLDER));
  readonly #running = new Set<ChildProcess>();
  readonly #end = () => this[Symbol.dispose]();
  isOver = false;

  constructor() {
    this.#record();
    process.once('exit', this.#end);
  }

  start(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
    const program = spawn(command, args, options);
    this.#running.add(program);
    this.#record();
    program.once('exit', () => {
      this.#running.delete(program);
      this.#record();
    });
    return program;
  }

  [Symbol.dispose](): void {
    process.off('exit', this.#end);
    this.isOver = true;
    for (const program of this.#running) program.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #record(): void {
    if (!this.isOver)
      writeDisplayRecord(
        this.folder,
        [...this.#running].flatMap(({ pid }) => pid ?? []),
      );
  }
}

/**
 * An X server without a screen, with a terminal if there is one. Other users of the computer cannot use it.
 * @throws Error where Xvfb is not installed
 */
export async function startVirtualDisplay(): Promise<VirtualDisplay> {
  const programs = new DisplayPrograms();
  try {
    const cookie = randomBytes(COOKIE_BYTES);
    const authority = path.join(programs.folder, 'authority');
    writeFileSync(authority, authorityEntry(cookie), { mode: 0o600 });
    // The server chooses a free display and writes its number to descriptor 3.
    const options = ['-displayfd', '3', '-screen', '0', SIZE, '-nolisten', 'tcp', '-auth', authority];
    const server = programs.start(SERVER, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const display = `:${await displayNumberOf(server)}`;
    keepTerminal(programs, { ...process.env, DISPLAY: display, XAUTHORITY: authority });
    return {
      place: { display, auth: { name: COOKIE_NAME, data: cookie.toString('latin1') }, silentMs: SILENT_MS },
      [Symbol.dispose]: () => programs[Symbol.dispose](),
    };
  } catch (error) {
    programs[Symbol.dispose]();
    throw error;
  }
}

/** Whoever ends the shell has a new one soon: nothing else on this desktop would start it. */
function keepTerminal(programs: DisplayPrograms, env: NodeJS.ProcessEnv): void {
  const terminal = programs.start(TERMINAL, ['-geometry', '100x30+40+40'], { stdio: 'ignore', env });
  // A desktop without a terminal is a desktop.
  terminal.on('error', () => undefined);
  terminal.once('exit', () => {
    setTimeout(() => {
      if (!programs.isOver) keepTerminal(programs, env);
    }, TERMINAL_AGAIN_MS).unref();
  });
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
