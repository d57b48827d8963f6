import type { LocalConfig } from './config.ts';
import { freePort } from './ports.ts';
import type { RunContext } from './run-context.ts';
import { apiSpec, frontSpec, gatewaySpec, workersSpec, type ServerSpec, type SystemPlan } from './server-specs.ts';
import type { Stage } from './teardown.ts';

/** The API, the gateways, the workers and the front, each ready to serve. */
export async function startServers(
  { config, plan, localPort }: { config: LocalConfig; plan: SystemPlan; localPort: number },
  context: RunContext,
): Promise<void> {
  const apiPort = await freePort();
  const gatewayPorts = await freePorts(config.GATEWAYS);
  const workerPorts = await freePorts(config.WORKERS);
  const step = (stage: Stage, specs: readonly ServerSpec[]): Promise<unknown> =>
    context.progress.step(specs.length > 1 ? `${stage} × ${specs.length}` : stage, () =>
      Promise.all(specs.map((spec) => context.startChild(stage, spec))),
    );
  const gateways = gatewayPorts.map((port, index) => gatewaySpec(plan, port, named('gateway', index)));
  const workers = workerPorts.map((port, index) => workersSpec(plan, port, named('workers', index)));
  const localPorts = [localPort, ...(await freePorts(config.FRONTS - 1))];
  const front = {
    host: config.HOST,
    port: config.PORT,
    shared: config.FRONTS > 1,
    apiPort,
    gatewayPorts,
    trustProxy: config.TRUST_PROXY,
    tlsCert: config.TLS_CERT,
    tlsKey: config.TLS_KEY,
  };
  const fronts = localPorts.map((local, index) => frontSpec({ ...front, localPort: local }, named('front', index)));
  await Promise.all([
    step('api', [apiSpec(plan, apiPort)]),
    step('gateway', gateways),
    step('workers', workers),
    step('front', fronts),
  ]);
}

const named = (name: string, index: number): string => (index === 0 ? name : `${name}-${index + 1}`);

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
