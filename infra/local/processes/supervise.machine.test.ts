import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { testPort } from '../../../tests/support/test-port.ts';
import { isProcessAlive } from './processes.ts';
import { startNodeProgram } from './program.ts';
import { superviseChild, type SupervisedChild } from './supervise.ts';

async function program(source: string): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'vigil-child-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'child.ts');
  await writeFile(file, source);
  return file;
}

const SERVER = `
  import { createServer } from 'node:http';
  createServer((request, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1');
`;

type Seen = { pids: number[]; crashes: (number | string)[] };

async function superviseServer(source: string, ready = true): Promise<{ child: SupervisedChild; seen: Seen }> {
  const port = await testPort();
  const seen: Seen = { pids: [], crashes: [] };
  const spec = { name: 'server', file: await program(source), env: { PORT: String(port) } };
  const child = await superviseChild(ready ? { ...spec, readyUrl: `http://127.0.0.1:${port}/` } : spec, {
    onLine: () => {},
    onStart: (_name, pid) => seen.pids.push(pid),
    onCrash: (_name, how) => seen.crashes.push(how),
  });
  onTestFinished(() => child.stop());
  return { child, seen };
}

test('a child that is killed is started again', async () => {
  const { seen } = await superviseServer(SERVER);
  process.kill(seen.pids[0] ?? 0, 'SIGKILL');
  await eventually(() => expect(seen.pids).toHaveLength(2));
  expect(seen.crashes).toEqual(['SIGKILL']);
});

test('a child that was told to stop stays stopped', async () => {
  const { child, seen } = await superviseServer(SERVER);
  await child.stop();
  await delay(400);
  expect(seen.pids).toHaveLength(1);
  expect(isProcessAlive(seen.pids[0] ?? 0)).toBe(false);
});

test('a child that ignores the request to stop is killed after the grace', async () => {
  const { child, seen } = await superviseServer(`process.on('SIGTERM', () => {});${SERVER}`);
  await child.stop({ graceMs: 200 });
  expect(isProcessAlive(seen.pids[0] ?? 0)).toBe(false);
});

test('a child that cannot start says why in one line', async () => {
  const failing = superviseServer(`console.error('Error: REDIS_URL: not valid'); process.exit(1);`);
  await expect(failing).rejects.toThrow('server did not start: Error: REDIS_URL: not valid');
});

test('a child ends when the one who started it is killed', async () => {
  const child = await program(`console.log('pid ' + process.pid); setInterval(() => {}, 1_000);`);
  const parent = await program(`
    import { startNodeProgram } from '${import.meta.dirname}/program.ts';
    startNodeProgram({ file: '${child}', env: {}, onLine: (line) => console.log(line) });
    setInterval(() => {}, 1_000);
  `);
  const lines: string[] = [];
  const started = startNodeProgram({ file: parent, env: {}, onLine: (line) => lines.push(line) });
  const pid = await eventually(() => {
    const found = Number(/^pid (\d+)$/u.exec(lines[0] ?? '')?.[1]);
    expect(found).toBeGreaterThan(0);
    return found;
  });
  started.signal('SIGKILL');
  await eventually(() => expect(isProcessAlive(pid)).toBe(false));
});
