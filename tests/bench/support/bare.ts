import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fromRoot, NODE_EXECUTABLE } from '@vigil/infra/local/runtime';
import { reservePort } from '../../support/reserved-ports.ts';

export interface BareStatus {
  readonly samples: number;
  readonly rss: number;
  readonly agents: number;
  /** Seconds of processor time since the start. */
  readonly cpu: number;
}

export interface Bare extends AsyncDisposable {
  readonly url: string;
  status(): Promise<BareStatus>;
}

/** A bare Socket.IO server in a process of its own. */
export async function startBare(): Promise<Bare> {
  const reserved = await reservePort();
  const { port } = reserved;
  const child = spawn(NODE_EXECUTABLE, ['--expose-gc', fromRoot('tests/bench/support/bare-server.ts')], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    status: async () => (await (await fetch(url)).json()) as BareStatus,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
      await reserved[Symbol.asyncDispose]();
    },
  };
}
