import { setFlagsFromString } from 'node:v8';
import manifest from '../package.json' with { type: 'json' };
import { createAgent, type AgentEnd } from './agent.ts';
import { ConfigError, help, parseConfig, type AgentConfig } from './config.ts';
import { ApiRefusal } from './agent-api.ts';
import { createLocalHost } from './host/local-host.ts';
import { systemPower } from './host/power.ts';
import { createLog, reasonOf } from './log.ts';
import { NotEnrolledError } from './enrolment.ts';
import { RESTART_CODE, superviseRestarts } from './supervisor.ts';
import { openSigner } from './signer.ts';
import { folderStore } from './state-store.ts';
import { InsecureAddress } from './transport.ts';

const exitCodes: { readonly [E in AgentEnd]: number } = {
  stopped: 0,
  deleted: 0,
  superseded: 3,
  restart: RESTART_CODE,
};

const expectedErrors = [ConfigError, ApiRefusal, NotEnrolledError, InsecureAddress];

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
// Started by a supervisor (`superviseRestarts`): without that parent nothing would stop this process.
process.once('disconnect', () => stopping.abort());

process.exit(await main());

async function main(): Promise<number> {
  // An agent mostly waits: memory matters more than the speed of its code.
  setFlagsFromString('--optimize-for-size');
  try {
    const config = parseConfig(process.argv.slice(2), process.env);
    if (config === 'help') {
      process.stdout.write(help);
      return 0;
    }
    const end = await runAgent(config);
    if (end !== 'restart' || config.supervised) return exitCodes[end];
    return await superviseRestarts(stopping.signal, process.env);
  } catch (error) {
    if (!expectedErrors.some((kind) => error instanceof kind)) throw error;
    process.stderr.write(`vigil-agent: ${reasonOf(error)}\n`);
    return 1;
  }
}

async function runAgent(config: AgentConfig): Promise<AgentEnd> {
  const { server, enrolToken, name, stateFolder, allowPower, screen, transport } = config;
  const store = folderStore(stateFolder);
  await using agent = createAgent({
    server,
    enrolToken,
    name,
    transport,
    version: manifest.version,
    signer: openSigner(store),
    store,
    host: createLocalHost(screen),
    power: allowPower ? systemPower : null,
    log: createLog((line) => process.stdout.write(`${line}\n`)),
  });
  const stop = () => agent.stop();
  if (stopping.signal.aborted) stop();
  stopping.signal.addEventListener('abort', stop, { once: true });
  await Promise.race([agent.start(), agent.ended]);
  return await agent.ended;
}
