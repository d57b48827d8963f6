import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProcessWithWatchdog, type ChildHandle } from '@vigil/infra/local/processes/child-process';
import { ensureRedis } from '@vigil/infra/local/redis/find-redis-program';
import { createClient } from 'redis';
import { eventually } from './eventually.ts';
import { reservePorts } from './reserved-ports.ts';
import { within } from './within.ts';

export interface RedisCluster extends AsyncDisposable {
  readonly url: string;
}

const HOST = '127.0.0.1';
const LAST_SLOT = '16383';
const START_MS = 30_000;
const KEPT_LINES = 20;

/**
 * A Redis Cluster of one node: all that makes a cluster different is its protocol – slots, redirections, sharded
 * pub/sub.
 */
export async function startRedisCluster(): Promise<RedisCluster> {
  await using started = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), 'vigil-cluster-'));
  started.defer(() => rm(dir, { recursive: true, force: true }));
  const [port = 0, busPort = 0] = started.use(await reservePorts(2)).ports;
  const lines: string[] = [];
  const child = await startProcessWithWatchdog({
    command: await ensureRedis(() => undefined),
    args: flagsOf({ port, busPort, dir }),
    cwd: dir,
    stopSignal: 'SIGTERM',
    onLine(line) {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
    },
  });
  started.defer(async () => {
    child.signal('SIGKILL');
    await within('the node of the Redis Cluster ends', child.exited);
  });
  const url = `redis://${HOST}:${port}`;
  await within('the Redis Cluster is ready', Promise.race([makeReady(url), failWhenEnded(child)]), {
    timeout: START_MS,
    describe: () => lines.join('\n'),
  }).catch((cause: unknown) => {
    throw new Error(`the Redis Cluster did not start\n${lines.join('\n')}`, { cause });
  });
  const held = started.move();
  return { url, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

// Without a port of its own, its bus takes the one 10,000 above, where systems take the ports of clients.
const flagsOf = ({ port, busPort, dir }: { port: number; busPort: number; dir: string }): string[] => [
  '--port',
  String(port),
  '--bind',
  HOST,
  '--dir',
  dir,
  '--save',
  '',
  '--cluster-enabled',
  'yes',
  '--cluster-port',
  String(busPort),
  '--cluster-announce-ip',
  HOST,
];

async function failWhenEnded(child: ChildHandle): Promise<never> {
  throw new Error(`its node ended with ${await child.exited}`);
}

/** Gives all slots to the node, and waits until it serves them. */
async function makeReady(url: string): Promise<void> {
  const socket = { connectTimeout: 2_000, socketTimeout: 5_000, reconnectStrategy: false } as const;
  const ask = async (...command: string[]): Promise<unknown> => {
    const client = createClient({ url, socket, disableOfflineQueue: true });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.sendCommand(command);
    } finally {
      client.destroy();
    }
  };
  await eventually(() => ask('PING'));
  await ask('CLUSTER', 'ADDSLOTSRANGE', '0', LAST_SLOT);
  await eventually(async () => {
    const info = await ask('CLUSTER', 'INFO');
    if (typeof info !== 'string' || !info.includes('cluster_state:ok')) throw new Error('the cluster is not ready');
  });
}
