import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { testPort } from '../../../tests/support/test-port.ts';
import { isProcessAlive } from '../processes/processes.ts';
import { startNodeProgram } from '../processes/program.ts';
import { runToEnd } from '../processes/run.ts';
import { checkPostgresVersion } from '../stores/external-stores.ts';
import { startLocalPostgres, type LocalPostgres } from './postgres.ts';
import { makeThrowawayFolder } from './throwaway-folder.ts';

const passwords = { admin: 'aa11', owner: 'bb22' };

async function folderIn(parent: string): Promise<string> {
  const home = await mkdtemp(path.join(parent, 'vigil-pg-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return path.join(home, 'data');
}

/** As an earlier start left it. Making one takes seconds, so that one is made for all, and copied with its owners. */
async function madeFolder(): Promise<string> {
  const home = await makeThrowawayFolder();
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const dir = path.join(home, 'data');
  const { code, stderr } = await runToEnd('cp', ['-a', await (made ??= makeFolder()), dir]);
  if (code !== 0) throw new Error(stderr);
  return dir;
}

let made: Promise<string> | undefined;
afterAll(async () => {
  if (made) await rm(path.dirname(await made), { recursive: true, force: true });
});

async function makeFolder(): Promise<string> {
  const dir = path.join(await makeThrowawayFolder(), 'data');
  const server = await startLocalPostgres({ dir, port: await testPort(), passwords, durable: false, onLine: () => {} });
  await server.stop();
  return dir;
}

async function start(dir: string): Promise<LocalPostgres> {
  const options = { dir, port: await testPort(), passwords, durable: false, onLine: () => {} };
  const server = await startLocalPostgres(options);
  onTestFinished(() => server.stop());
  return server;
}

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

// /root is closed to everybody else, and Postgres may not run as root.
test.each([
  ['an open folder', tmpdir()],
  ['a home folder', homedir()],
])('it runs in %s, where its own folder is closed to others', async (_name, parent) => {
  const dir = await folderIn(parent);
  const server = await start(dir);
  expect((await stat(dir)).mode & 0o077).toBe(0);
  expect(await checkPostgresVersion(server.url)).toMatch(/^18/u);
  const [role] = await query(server.url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user');
  expect(role).toEqual({ rolsuper: false });
  await query(server.adminUrl, 'CREATE DATABASE another');
});

test('a making that was interrupted begins anew', async () => {
  const dir = await madeFolder();
  await rm(path.join(dir, 'vigil.ready'));
  await rm(path.join(dir, 'global'), { recursive: true });
  const second = await start(dir);
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('the roles of API and system come with the folder, and are made in one of an earlier version', async () => {
  const dir = await madeFolder();
  const first = await start(dir);
  const roles = [first.urls.api, first.urls.system].map((url) => new URL(url).username);
  for (const url of [first.urls.api, first.urls.system]) expect(await query(url, 'SELECT 1 AS one')).toHaveLength(1);
  await query(first.adminUrl, roles.map((role) => `DROP ROLE ${role};`).join(' '));
  await first.stop();
  await writeFile(path.join(dir, 'vigil.ready'), '');
  const second = await start(dir);
  for (const url of [second.urls.api, second.urls.system]) expect(await query(url, 'SELECT 1 AS one')).toHaveLength(1);
});

test('it ends when the one who started it is killed, and starts again on the same folder', async () => {
  const dir = await madeFolder();
  const file = path.join(path.dirname(dir), 'starter.ts');
  const options = JSON.stringify({ dir, port: await testPort(), passwords, durable: false });
  await writeFile(
    file,
    `import { startLocalPostgres } from '${import.meta.dirname}/postgres.ts';
     const server = await startLocalPostgres({ ...${options}, onLine: () => {} });
     console.log(server.pid);
     setInterval(() => {}, 1_000);`,
  );
  const lines: string[] = [];
  const starter = startNodeProgram({ file, env: {}, onLine: (line) => lines.push(line) });
  const pid = await eventually(() => {
    expect(Number(lines[0])).toBeGreaterThan(0);
    return Number(lines[0]);
  });
  starter.signal('SIGKILL');
  await eventually(() => expect(isProcessAlive(pid)).toBe(false));
  const again = await start(dir);
  expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a postmaster.pid whose number now belongs to another process is no obstacle', async () => {
  const dir = await madeFolder();
  const first = await start(dir);
  const pidFile = path.join(dir, 'postmaster.pid');
  const content = await readFile(pidFile, 'utf8');
  await first.stop();
  await writeFile(pidFile, content.replace(/^\d+/u, String(process.pid)));
  const second = await start(dir);
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a database that does not answer is named, with what to do', async () => {
  const port = await testPort();
  await expect(checkPostgresVersion(`postgres://vigil:x@127.0.0.1:${port}/vigil`)).rejects.toThrow(
    new RegExp(`^no Postgres at 127.0.0.1:${port} \\(.+\\): start it, or correct DATABASE_URL$`, 'u'),
  );
});
