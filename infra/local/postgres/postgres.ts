import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { startProcessWithWatchdog, type ChildHandle } from '../processes/child-process.ts';
import { readCommandLine, endProcess } from '../processes/processes.ts';
import { preparePostgresBinaries } from './binaries.ts';
import { addClusterNotes, readNotes } from './cluster-notes.ts';
import { recreateClusterUnlessComplete, postgresProblem } from './cluster.ts';
import { deriveDatabaseUrls, createMissingRoles, type DatabaseUrls } from './database-roles.ts';
import { choosePostgresLauncher } from './launcher.ts';

export type PostgresOptions = {
  /** Becomes the cluster's data folder; made when missing. */
  dir: string;
  port: number;
  passwords: { admin: string; owner: string };
  /** Tests do not need their data after a power cut, and are faster without. */
  durable: boolean;
  onLine(line: string): void;
};

export type LocalPostgres = ChildHandle & {
  readonly port: number;
  /** Database `vigil` as its owner `vigil`, who is no superuser: row-level security holds for it. */
  readonly url: string;
  /** The same database by role. */
  readonly urls: DatabaseUrls;
  /** Database `postgres` as its superuser. */
  readonly adminUrl: string;
};

const READY = 'database system is ready to accept connections';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_connections: '200',
  max_wal_size: '1GB',
  log_checkpoints: 'off',
};
const DURABLE = { synchronous_commit: 'on' };
// Commits still reach the operating system, so a killed server loses nothing; only a power cut would.
const THROWAWAY = { fsync: 'off', full_page_writes: 'off' };

export async function startLocalPostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const dir = path.resolve(options.dir);
  const binaries = await preparePostgresBinaries();
  const identity = await choosePostgresLauncher([binaries.postgres, dir]);
  const at = `127.0.0.1:${options.port}`;
  const { admin, owner } = options.passwords;
  const urls = deriveDatabaseUrls(`postgres://vigil:${owner}@${at}/vigil`, owner);
  await recreateClusterUnlessComplete({ ...options, dir, urls }, { binaries, identity });
  await endStalePostmaster(dir);
  const settings = { ...SETTINGS, ...(options.durable ? DURABLE : THROWAWAY), port: String(options.port) };
  const args = ['-D', dir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const program = { ...identity.launch(binaries.postgres, args), identity: identity.identity, cwd: dir };
  const child = await startReady(program, options.onLine);
  const adminUrl = `postgres://postgres:${admin}@${at}/postgres`;
  if (!(await readNotes(dir)).hasRoles) {
    await createMissingRoles(adminUrl, urls);
    await addClusterNotes(dir, { hasRoles: true });
  }
  return { ...child, port: options.port, url: urls.owner, urls, adminUrl };
}

type Program = {
  command: string;
  args: string[];
  cwd: string;
  identity: { uid: number; gid: number } | undefined;
};

async function startReady(program: Program, onLine: (line: string) => void): Promise<ChildHandle> {
  const lastLines: string[] = [];
  const { promise: ready, resolve } = Promise.withResolvers<'ready'>();
  const child = await startProcessWithWatchdog({
    ...program,
    stopSignal: 'SIGINT',
    onLine: (line) => {
      lastLines.splice(0, lastLines.length - 9, line);
      if (line.includes(READY)) resolve('ready');
      onLine(line);
    },
  });
  const outcome = await Promise.race([ready, child.exited]);
  if (outcome !== 'ready') throw postgresProblem(`Postgres ended with ${outcome}`, lastLines);
  return child;
}

const GRACE_MS = 10_000;

/** Ends a server that a killed start left behind on this data folder, and removes what it left on disk. */
async function endStalePostmaster(dir: string): Promise<void> {
  const pidFile = path.join(dir, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!(pid > 0)) return;
  if ((await readCommandLine(pid)).includes(dir)) {
    await endProcess(pid, 'SIGINT', GRACE_MS);
    return;
  }
  // After a reboot the number may belong to any process, and Postgres would take that one for its predecessor.
  await rm(pidFile, { force: true });
}
