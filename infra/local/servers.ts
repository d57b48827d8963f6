import path from 'node:path';

import type { LocalConfig } from './config.ts';
import { freePort } from './ports.ts';
import type { RunContext } from './run-context.ts';
import { fromRoot } from './runtime.ts';
import type { Stores } from './stores.ts';
import type { ChildSpec } from './supervise.ts';
import { WEB_DIST } from './web-client.ts';

const HERE = '127.0.0.1';

export type ServerPlan = {
  config: LocalConfig;
  stores: Stores;
  keysFile: string;
  publicUrl: string;
  /** Where agents on this machine reach the front without TLS. */
  localPort: number;
};

/** The API, the gateways, the workers and the front, each ready to serve. */
export async function startServers(plan: ServerPlan, context: RunContext): Promise<void> {
  const { config } = plan;
  const apiPort = await freePort();
  const gatewayPorts = await freePorts(config.GATEWAYS);
  const workerPorts = await freePorts(config.WORKERS);
  const { startChild, progress } = context;
  const step = (stage: 'api' | 'gateway' | 'workers' | 'front', specs: readonly ChildSpec[]): Promise<unknown> =>
    progress.step(specs.length > 1 ? `${stage} × ${specs.length}` : stage, () =>
      Promise.all(specs.map((spec) => startChild(stage, spec))),
    );
  await Promise.all([
    step('api', [apiSpec(plan, context, apiPort)]),
    step(
      'gateway',
      gatewayPorts.map((port, index) => gatewaySpec(plan, named('gateway', index), port)),
    ),
    step(
      'workers',
      workerPorts.map((port, index) => workersSpec(plan, context, named('workers', index), port)),
    ),
  ]);
  await step('front', [frontSpec(plan, apiPort, gatewayPorts)]);
}

const named = (name: string, index: number): string => (index === 0 ? name : `${name}-${index + 1}`);

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

// The front is on this machine and says who the client is; it decides whom TRUST_PROXY lets say so to it.
const shared = ({ config, stores, keysFile }: ServerPlan): Record<string, string> => ({
  NODE_ENV: 'production',
  REDIS_URL: stores.redisUrl,
  KEYS_FILE: keysFile,
  LOG_LEVEL: config.LOG_LEVEL,
  TRUST_PROXY: 'loopback',
});

const mail = ({ config }: ServerPlan, { dataDir }: RunContext): Record<string, string | undefined> => ({
  DATA_DIR: dataDir,
  SMTP_URL: config.SMTP_URL,
});

const apiSpec = (plan: ServerPlan, context: RunContext, port: number): ChildSpec => ({
  name: 'api',
  file: fromRoot('api/src/main.ts'),
  readyUrl: `http://${HERE}:${port}/readyz`,
  env: {
    ...shared(plan),
    ...mail(plan, context),
    API_HOST: HERE,
    API_PORT: String(port),
    DATABASE_URL: plan.stores.databaseUrl,
    PUBLIC_URL: plan.publicUrl,
    WEB_DIR: WEB_DIST,
  },
});

const gatewaySpec = (plan: ServerPlan, name: string, port: number): ChildSpec => ({
  name,
  file: fromRoot('gateway/src/main.ts'),
  readyUrl: `http://${HERE}:${port}/readyz`,
  env: {
    ...shared(plan),
    // A gateway checks credentials and never signs one.
    KEYS_FILE: publicKeysFile(plan.keysFile),
    GATEWAY_HOST: HERE,
    GATEWAY_PORT: String(port),
  },
});

const workersSpec = (plan: ServerPlan, context: RunContext, name: string, port: number): ChildSpec => ({
  name,
  file: fromRoot('workers/src/main.ts'),
  readyUrl: `http://${HERE}:${port}/readyz`,
  env: {
    ...shared(plan),
    ...mail(plan, context),
    DATABASE_URL: plan.stores.databaseUrl,
    PUBLIC_URL: plan.publicUrl,
    WORKERS_HOST: HERE,
    WORKERS_PORT: String(port),
  },
});

const frontSpec = (plan: ServerPlan, apiPort: number, gatewayPorts: readonly number[]): ChildSpec => ({
  name: 'front',
  file: fromRoot('infra/local/front-main.ts'),
  readyUrl: `http://${HERE}:${plan.localPort}/readyz`,
  env: {
    FRONT_HOST: plan.config.HOST,
    FRONT_PORT: String(plan.config.PORT),
    FRONT_LOCAL_PORT: String(plan.localPort),
    FRONT_API: `${HERE}:${apiPort}`,
    FRONT_GATEWAYS: gatewayPorts.map((port) => `${HERE}:${port}`).join(','),
    TRUST_PROXY: plan.config.TRUST_PROXY,
    TLS_CERT: plan.config.TLS_CERT,
    TLS_KEY: plan.config.TLS_KEY,
  },
});

export function publicKeysFile(keysFile: string): string {
  const { dir, name, ext } = path.parse(keysFile);
  return path.join(dir, `${name}.public${ext}`);
}
