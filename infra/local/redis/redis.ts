import { mkdir, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProcessWithWatchdog, type ChildHandle } from '../processes/child-process.ts';
import { StartProblem } from '../start-problem.ts';
import { askRedis } from './ask-redis.ts';
import { redisUrls, redisConfUserLines, type RedisUrls } from './redis-access-rights.ts';

export type RedisOptions = {
  /** The program: `redis-server` or `valkey-server`. */
  program: string;
  /** Holds the configuration and the append-only file; made when missing. */
  dir: string;
  port: number;
  /** Hexadecimal. */
  password: string;
  durable: boolean;
  onLine(line: string): void;
};

export type LocalRedis = ChildHandle & {
  readonly port: number;
  /** As the user who may do everything. */
  readonly url: string;
  /** By program. */
  readonly urls: RedisUrls;
  /** Sends one command, for what needs no client. */
  ask(...words: string[]): Promise<string>;
};

const START_TIMEOUT_MS = 30_000;

export async function startLocalRedis(options: RedisOptions): Promise<LocalRedis> {
  const dir = path.resolve(options.dir);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = path.join(dir, 'redis.conf');
  // A file, since every user of the machine can read the arguments of a process.
  await writeFile(file, configuration(options, dir), { mode: 0o600 });
  const lastLines: string[] = [];
  const child = await startProcessWithWatchdog({
    command: options.program,
    args: [file],
    cwd: dir,
    stopSignal: 'SIGTERM',
    onLine: (line) => {
      lastLines.splice(0, lastLines.length - 4, line);
      options.onLine(line);
    },
  });
  const ask = (...words: string[]): Promise<string> => askRedis(options, ...words);
  const outcome = await Promise.race([untilItAnswers(ask), child.exited]);
  if (outcome !== 'PONG') throw new StartProblem(`Redis ended with ${outcome}: ${explain(lastLines)}`);
  const urls = redisUrls(options);
  return { ...child, port: options.port, url: urls.admin, urls, ask };
}

const MIB = 1_024 * 1_024;

/** A quarter of the machine's memory, within 256 MB and 4 GB: the system must not have to kill Redis. */
const maxMemoryMib = (): number => Math.round(Math.min(4_096, Math.max(256, totalmem() / MIB / 4)));

// noeviction, since a queue that forgets jobs is worse than one that refuses them.
function configuration(options: RedisOptions, dir: string): string {
  return [
    'bind 127.0.0.1',
    `port ${options.port}`,
    `requirepass ${options.password}`,
    ...redisConfUserLines(options.password),
    `dir "${dir}"`,
    'save ""',
    `appendonly ${options.durable ? 'yes' : 'no'}`,
    'appendfsync everysec',
    'aof-load-truncated yes',
    `maxmemory ${maxMemoryMib()}mb`,
    'maxmemory-policy noeviction',
    'tcp-backlog 511',
    '',
  ].join('\n');
}

/** Answers PONG as soon as it has read its data; a large append-only file takes a while. */
async function untilItAnswers(ask: LocalRedis['ask']): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answer = await ask('PING').catch(() => '');
    if (answer === 'PONG') return answer;
    await delay(10);
  }
  return 'no answer';
}

function explain(lines: readonly string[]): string {
  if (lines.some((line) => line.includes('No space left'))) return 'the disk is full: free some space and start again';
  return lines.findLast((line) => / # /u.test(line)) ?? lines.at(-1) ?? 'it said nothing';
}
