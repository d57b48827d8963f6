import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endProcess } from './end-process.ts';

/** A process of its own, once it runs. */
async function start(script: string): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['-e', `${script}; process.stdout.write('up'); setInterval(() => {}, 1000)`]);
  await once(child.stdout, 'data');
  if (child.pid === undefined) throw new Error('not started');
  return child as typeof child & { pid: number };
}

test('a process ends when it is asked to', async () => {
  const child = await start('');
  const ended = once(child, 'exit');
  expect(await endProcess(child.pid)).toBe('ended');
  expect((await ended)[1]).toBe('SIGTERM');
  expect(await endProcess(child.pid)).toBe('ended');
});

test.skipIf(process.platform === 'win32')('one that does not listen is ended by force', async () => {
  const child = await start(`process.on('SIGTERM', () => {})`);
  const ended = once(child, 'exit');
  expect(await endProcess(child.pid)).toBe('ended');
  expect((await ended)[1]).toBe('SIGKILL');
});

test.skipIf(process.platform === 'win32')(
  'a process that has taken the number of one that ended is not ended',
  async () => {
    const child = await start(
      `process.on('SIGTERM', () => {}); process.on('SIGUSR2', () => process.stdout.write('here'))`,
    );
    const starts = ['of the one to end', 'of another one'];
    expect(await endProcess(child.pid, () => Promise.resolve(starts.shift() ?? null))).toBe('ended');
    const heard = once(child.stdout!, 'data').then(String);
    child.kill('SIGUSR2');
    expect(await Promise.race([heard, once(child, 'exit')])).toBe('here');
    child.kill('SIGKILL');
  },
);

test('the system and the agent itself are never ended', async () => {
  for (const pid of [0, 1, 4, process.pid, process.ppid]) expect(await endProcess(pid)).toBe('protected');
});
