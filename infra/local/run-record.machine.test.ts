import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isProcessAlive, readProcessStartTime } from './processes/processes.ts';
import { claimDataFolder } from './run-record.ts';

async function dataDir(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'vigil-data-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function sleeper(): Promise<{ name: string; pid: number; mark: string }> {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const pid = child.pid ?? 0;
  return { name: 'api', pid, mark: (await readProcessStartTime(pid)) ?? '' };
}

const GONE = { name: 'start', pid: 999_999_999, mark: '1' };

test('what a killed start left running is ended', async () => {
  const dir = await dataDir();
  const orphan = await sleeper();
  await writeFile(path.join(dir, 'run.json'), JSON.stringify({ supervisor: GONE, children: [orphan] }));
  const said: string[] = [];
  using _record = await claimDataFolder(dir, (line) => said.push(line));
  expect(isProcessAlive(orphan.pid)).toBe(false);
  expect(said.join()).toContain('api');
});

test('another process that got the number of an old child is left alone', async () => {
  const dir = await dataDir();
  const other = await sleeper();
  const children = [{ ...other, mark: 'another start' }];
  await writeFile(path.join(dir, 'run.json'), JSON.stringify({ supervisor: GONE, children }));
  using _record = await claimDataFolder(dir, () => {});
  expect(isProcessAlive(other.pid)).toBe(true);
});

test('a folder that is in use is refused, with how to stop its user', async () => {
  const dir = await dataDir();
  const other = await sleeper();
  await writeFile(path.join(dir, 'run.json'), JSON.stringify({ supervisor: other, children: [] }));
  await expect(claimDataFolder(dir, () => {})).rejects.toThrow(`kill ${other.pid}`);
});

test('half a record is no record', async () => {
  const dir = await dataDir();
  await writeFile(path.join(dir, 'run.json'), '{"supervisor":');
  using record = await claimDataFolder(dir, () => {});
  const child = await sleeper();
  await record.add('api', child.pid);
  expect(await readFile(path.join(dir, 'run.json'), 'utf8')).toContain(String(child.pid));
});
