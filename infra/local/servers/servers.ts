import type { LocalConfig } from '../config.ts';
import { pickFreePorts } from '../processes/ports.ts';
import type { RunContext } from '../run-context.ts';
import type { ShutdownStage } from '../teardown.ts';
import {
  apiSpec,
  reverseProxySpec,
  gatewaySpec,
  relaySpec,
  workersSpec,
  type ServerPortPair,
  type ServerSpec,
  type SystemPlan,
} from './server-specs.ts';

/** The API, the gateways, the relay, the workers and the reverse proxy, each ready to serve. */
export async function startServers(
  {
    config,
    plan,
    localPort,
    apiPorts,
  }: { config: LocalConfig; plan: SystemPlan; localPort: number; apiPorts: ServerPortPair },
  context: RunContext,
): Promise<void> {
  const gatewayPorts = pairs(await pickFreePorts(2 * config.GATEWAYS));
  const relayPorts = pairs(await pickFreePorts(2));
  const workerPorts = await pickFreePorts(config.WORKERS);
  const step = (stage: ShutdownStage, specs: readonly ServerSpec[]): Promise<unknown> =>
    context.progress.step(specs.length > 1 ? `${stage} × ${specs.length}` : stage, () =>
      Promise.all(specs.map((spec) => context.startChild(stage, spec))),
    );
  const gateways = gatewayPorts.map((ports, index) => gatewaySpec(plan, ports, named('gateway', index)));
  const relays = relayPorts.map((ports, index) => relaySpec(plan, ports, named('relay', index)));
  const workers = workerPorts.map((port, index) => workersSpec(plan, port, named('workers', index)));
  const localPorts = [localPort, ...(await pickFreePorts(config.PROXIES - 1))];
  const proxy = {
    bundles: plan.bundles,
    host: config.HOST,
    port: config.PORT,
    shared: config.PROXIES > 1,
    apiPort: apiPorts.public,
    gatewayPorts: gatewayPorts.map((ports) => ports.public),
    relayPorts: relayPorts.map((ports) => ports.public),
    trustProxy: config.TRUST_PROXY,
    tlsCert: config.TLS_CERT,
    tlsKey: config.TLS_KEY,
  };
  const proxies = localPorts.map((local, index) =>
    reverseProxySpec({ ...proxy, localPort: local }, named('reverse-proxy', index)),
  );
  await Promise.all([
    step('api', [apiSpec(plan, apiPorts)]),
    step('gateway', gateways),
    step('relay', relays),
    step('workers', workers),
    step('reverse-proxy', proxies),
  ]);
}

const named = (name: string, index: number): string => (index === 0 ? name : `${name}-${index + 1}`);

const pairs = (ports: readonly number[]): ServerPortPair[] =>
  Array.from({ length: ports.length / 2 }, (_, index) => ({
    public: ports[2 * index] ?? 0,
    operators: ports[2 * index + 1] ?? 0,
  }));
