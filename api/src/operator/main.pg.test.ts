import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { programFile } from '../../../tests/support/programs.ts';
import { operatorCommands } from './commands.ts';

let database: TestDatabase;
let folder: string;
let program: string;

beforeAll(async () => {
  [database, folder] = [await createTestDatabase(), await mkdtemp(path.join(tmpdir(), 'vigil-operator-'))];
  program = await programFile('operator');
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const admin = (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: folder, ...more };
    const child = execFile(process.execPath, [program, ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });

test('the process sets an installation up: keys, first company, a token', async () => {
  const file = path.join(folder, 'keys.json');
  expect(await admin(['keys', '--out', file])).toMatchObject({ code: 0, stderr: '' });
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await readFile(path.join(folder, 'keys.public.json'), 'utf8')).not.toContain('PRIVATE');
  const env = { DATABASE_URL: database.url };
  const first = await admin(['first-run', '--json'], { ...env, ADMIN_ID: 'boss@x.test' });
  expect(JSON.parse(first.stdout)).toMatchObject({ created: true, admin_id: 'boss@x.test' });
  const token = await admin(['enrol-token', '--uses', '2', '--hours', '1', '--json'], env);
  expect(JSON.parse(token.stdout)).toMatchObject({ enrol_token: expect.stringMatching(/^vigil_/u) as string });

  const sql = postgres(database.adminUrl, { max: 1 });
  onTestFinished(() => sql.end());
  const site = (key: string, groups: readonly string[], accepted = 1) => ({ key, path: groups, devices: 2, accepted });
  const sites = [
    site('a', ['Asia', 'Seoul']),
    site('b', ['Asia', 'Seoul'], 0),
    site('c', ['Asia', 'Tokyo', 'Offices']),
  ];
  for (const run of [1, 2]) {
    const answer = await admin(['enrol-sites', '--sites', JSON.stringify(sites), '--json'], env);
    const tokens = JSON.parse(answer.stdout) as { key: string; enrol_token: string }[];
    expect(tokens.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(new Set(tokens.map((one) => one.enrol_token)).size).toBe(3);
    const groups = await sql`
      select g.name, p.name as parent, r.name as root from device_groups g
      left join device_groups p on p.pk = g.group_fk left join device_groups r on r.pk = g.root_group_fk
      where g.flag_df_group = 0 order by g.pk`;
    expect([run, ...groups.map(({ name, parent, root }) => `${parent}/${name} in ${root}`)]).toEqual([
      run,
      'null/Asia in null',
      'Asia/Seoul in Asia',
      'Asia/Tokyo in Asia',
      'Tokyo/Offices in Asia',
    ]);
  }
  expect((await admin(['enrol-sites', '--sites', '{}'], env)).stderr).toContain('--sites');
});

test('the settings default to those of a system started with npm start', async () => {
  await writeFile(path.join(folder, 'operator.json'), JSON.stringify({ DATABASE_URL: database.url }));
  expect(await admin(['companies', 'list'])).toMatchObject({ code: 0, stderr: '' });
});

test('without a database, one line names what is missing', async () => {
  const { code, stderr } = await admin(['companies', 'list'], { DATA_DIR: path.join(folder, 'none') });
  expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining('DATABASE_URL')]]);
  const away = await admin(['companies', 'list'], { DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x' });
  expect([away.code, away.stderr]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
});

test('every command has a help text', async () => {
  const { code, stdout } = await admin(['--help']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('companies')]);
  for (const name of ['notices post', 'first-run']) {
    const help = await admin([...name.split(' '), '--help']);
    const command = operatorCommands.find((one) => one.name === name);
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining(command?.summary ?? '-')]);
  }
});
