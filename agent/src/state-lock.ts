import { randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readProcessStart } from './host/process-start.ts';
import { shortReasonOf, type Log } from './log.ts';

/**
 * A number is never used twice, so that whoever was slow to read one that is stale by now cannot take what another
 * holds.
 */
const LOCK = /^agent\.lock\.(\d+)$/;
const fileOf = (number: number) => `agent.lock.${number}`;

const Holder = z.object({ pid: z.int().positive(), started: z.string().nullable() });
type Holder = z.infer<typeof Holder>;

/** Two agents would run commands twice and overwrite what the other has noted. */
export class StateInUse extends Error {
  override readonly name = 'StateInUse';
}

/**
 * Keeps other agents off a state folder until this process ends, in whatever way. A program that replaces this process
 * keeps the lock (execve), and a child of the holder takes it over. Without room for it on the disk the agent runs all
 * the same: it can be helped then.
 * @throws StateInUse
 */
export async function lockState(folder: string, log: Log): Promise<void> {
  const own: Holder = { pid: process.pid, started: await startedAt(process.pid) };
  for (;;) {
    const last = lastNumber(folder);
    const holder = readHolder(folder, last);
    if (holder !== null) {
      const isRunning = holder.started !== null && (await startedAt(holder.pid)) === holder.started;
      if (isRunning && holder.pid === own.pid) return;
      if (isRunning && holder.pid !== process.ppid)
        throw new StateInUse(`another agent, process ${holder.pid}, runs with the state in ${folder}`);
    }
    try {
      if (take(folder, last + 1, own)) return;
    } catch (error) {
      log.warn('state not locked', { reason: shortReasonOf(error) });
      return;
    }
  }
}

/** @returns false when another process was faster */
function take(folder: string, number: number, own: Holder): boolean {
  const draft = join(folder, `agent.lock-${randomUUID()}`);
  const file = join(folder, fileOf(number));
  try {
    writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
    // A link appears with its content, so that others always read whose it is.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  if (lastNumber(folder) !== number) {
    rmSync(file, { force: true });
    return false;
  }
  for (const former of numbers(folder)) if (former < number) rmSync(join(folder, fileOf(former)), { force: true });
  return true;
}

const numbers = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => {
    const number = LOCK.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

const lastNumber = (folder: string): number => Math.max(0, ...numbers(folder));

/** Null: nobody holds it, as after a power failure that left an empty file behind. */
function readHolder(folder: string, number: number): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(join(folder, fileOf(number)), 'utf8')));
  } catch {
    return null;
  }
}

/** Null also where the system does not say: a device without an agent would be worse than one with two. */
const startedAt = (pid: number): Promise<string | null> => readProcessStart(pid).catch(() => null);
