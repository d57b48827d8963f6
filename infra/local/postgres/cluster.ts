import { existsSync } from 'node:fs';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runToEnd } from '../processes/run.ts';
import { StartProblem } from '../start-problem.ts';
import type { PostgresBinaries } from './binaries.ts';
import { addClusterNotes, CLUSTER_NOTES_FILE } from './cluster-notes.ts';
import { createRoleStatements, type DatabaseUrls } from './database-roles.ts';
import { NOBODY, type PostgresLauncher } from './launcher.ts';

export type NewCluster = {
  dir: string;
  passwords: { admin: string; owner: string };
  urls: DatabaseUrls;
  durable: boolean;
};

type PostgresPrograms = { binaries: PostgresBinaries; identity: PostgresLauncher };

/**
 * Creates the data folder, the role `vigil`, its database and the roles of its programs, unless an earlier start did.
 */
export async function recreateClusterUnlessComplete(cluster: NewCluster, programs: PostgresPrograms): Promise<void> {
  const mark = path.join(cluster.dir, CLUSTER_NOTES_FILE);
  if (existsSync(mark)) return;
  // A folder without the mark was created incompletely, so it holds nothing of value.
  await rm(cluster.dir, { recursive: true, force: true });
  await mkdir(cluster.dir, { recursive: true, mode: 0o700 });
  await initialise(cluster, programs);
  await createRoles(cluster, programs);
  await addClusterNotes(cluster.dir, { hasRoles: true });
}

async function initialise(cluster: NewCluster, programs: PostgresPrograms): Promise<void> {
  const passwordFile = `${cluster.dir}.password`;
  await writeFile(passwordFile, cluster.passwords.admin, { mode: 0o600 });
  if (process.getuid?.() === 0) {
    await Promise.all([cluster.dir, passwordFile].map((file) => chown(file, NOBODY.uid, NOBODY.gid)));
  }
  const args = [
    `--pgdata=${cluster.dir}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Comes with Postgres, so the order of names does not depend on the machine's locales.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(cluster.durable ? [] : ['--no-sync']),
  ];
  await mustRun(programs.identity, { program: programs.binaries.initdb, args, cwd: cluster.dir, input: '' });
  await rm(passwordFile);
}

// In single-user mode, before a client can connect. The passwords are hexadecimal, so they need no quoting.
async function createRoles(cluster: NewCluster, { binaries, identity }: PostgresPrograms): Promise<void> {
  const input = [
    `CREATE ROLE vigil LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${cluster.passwords.owner}';`,
    'CREATE DATABASE vigil OWNER vigil;',
    ...createRoleStatements(cluster.urls).map(({ create }) => create),
    '',
  ].join('\n');
  const args = ['--single', '-D', cluster.dir, 'postgres'];
  const said = await mustRun(identity, { program: binaries.postgres, args, cwd: cluster.dir, input });
  if (/(?:ERROR|FATAL):/u.test(said)) throw postgresProblem('Postgres could not be set up', said.split('\n'));
}

type Call = { program: string; args: string[]; cwd: string; input: string };

async function mustRun(who: PostgresLauncher, call: Call): Promise<string> {
  const { command, args } = who.launch(call.program, call.args);
  const { code, stdout, stderr } = await runToEnd(command, args, {
    cwd: call.cwd,
    identity: who.identity,
    input: call.input,
  });
  const said = `${stdout}\n${stderr}`;
  if (code !== 0) throw postgresProblem(`${path.basename(call.program)} failed`, said.split('\n'));
  return said;
}

/** The line of the output of Postgres that best explains the failure. */
export function postgresProblem(what: string, lines: readonly string[]): StartProblem {
  const printed = lines.filter((line) => line.trim() !== '');
  if (printed.some((line) => line.includes('No space left on device'))) {
    return new StartProblem('the disk is full: free some space and start again');
  }
  const reason = printed.findLast((line) => /error|FATAL/iu.test(line)) ?? printed.at(-1) ?? 'it printed nothing';
  return new StartProblem(`${what}: ${reason.trim()}`);
}
