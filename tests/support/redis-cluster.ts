import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChildProcess } from '@vigil/infra/local/child-process';
import { freePort } from '@vigil/infra/local/ports';
import { findRedisProgram } from '@vigil/infra/local/redis-program';
import { createClient } from 'redis';
import { eventually } from './eventually.ts';

export interface RedisCluster extends AsyncDisposable {
  readonly url: string;
}

const HOST = '127.0.0.1';
const LAST_SLOT = '16383';

/** A Redis Cluster of one node: all that makes a cluster different is its protocol – slots, redirections, sharded pub/sub. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const dir = await mkdtemp(path.join(tmpdir(), 'vigil-cluster-'));
  const port = await freePort();
  const program = await findRedisProgram(() => undefined);
  const flags = ['--port', String(port), '--bind', HOST, '--dir', dir, '--save', '', '--cluster-enabled', 'yes'];
  const child = await startChildProcess({
    command: program,
    args: [...flags, '--cluster-announce-ip', HOST],
    cwd: dir,
    stopSignal: 'SIGTERM',
    onLine: () => {},
  });
  const url = `redis://${HOST}:${port}`;
  const client = createClient({ url });
  client.on('error', () => undefined);
  await client.connect();
  await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', LAST_SLOT]);
  await eventually(async () => {
    const info: unknown = await client.sendCommand(['CLUSTER', 'INFO']);
    if (typeof info !== 'string' || !info.includes('cluster_state:ok')) throw new Error('the cluster is not ready');
  });
  client.destroy();
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.signal('SIGKILL');
      await child.exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
