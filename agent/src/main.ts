import { setFlagsFromString } from 'node:v8';
import manifest from '../package.json' with { type: 'json' };
import { ApiRefusal } from './agent-api.ts';
import { createAgent, type AgentEnd } from './agent.ts';
import { ConfigError, helpText, parseConfig, type AgentConfig } from './config.ts';
import { removeOldDeletedDevice } from './deleted-device.ts';
import { NotEnrolledError } from './enrolment.ts';
import { detachedProcessRunner } from './host/detached-process-runner.ts';
import type { InstallerRunner } from './host/installer-runner.ts';
import { createSystemInstaller } from './host/installer.ts';
import { createLocalHost } from './host/local-host.ts';
import { systemPower } from './host/power.ts';
import { canRunTransientUnits, transientUnitRunner } from './host/transient-units.ts';
import { finishKeyChange } from './key-change.ts';
import { createLog, shortReasonOf, type Log } from './log.ts';
import { InsecureAddress, OtherServer } from './server-address.ts';
import { loadSigner } from './signer.ts';
import { lockState, StateInUse } from './state-lock.ts';
import { folderStore, type StateStore } from './state-store.ts';
import { RESTART_EXIT_CODE, superviseRestarts } from './supervisor.ts';
import { findInstallation, RUNNING_VERSION_VARIABLE, type Installation } from './updates/installation.ts';
import { connectedMessage, launchUpdatedAgent } from './updates/launcher.ts';
import { createPackageUpdater } from './updates/package-updater.ts';
import { UpdateState } from './updates/update-state.ts';

/** Set when a package of another version is made from these sources (infra/downloads/agent-bundle.ts). */
declare const AGENT_VERSION: string | undefined;

const version: string = typeof AGENT_VERSION === 'string' ? AGENT_VERSION : manifest.version;

const exitCodes: { readonly [E in AgentEnd]: number } = {
  stopped: 0,
  deleted: 0,
  restart: RESTART_EXIT_CODE,
};

const expectedErrors = [ConfigError, ApiRefusal, NotEnrolledError, InsecureAddress, OtherServer, StateInUse];

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
// Started by a supervisor (`superviseRestarts`): without that parent nothing would stop this process.
process.once('disconnect', () => stopping.abort());

process.exit(await main());

async function main(): Promise<number> {
  // An agent mostly waits: memory matters more than the speed of its code, and the compilers alone are 9 MB of it. What
  // is slow without them switches them on again (x11-screen.ts). A process that exits while the baseline compiler works
  // in the background can hang for ever (nodejs/node, issue 54918), so that it would never be started again.
  setFlagsFromString('--optimize-for-size --no-turbofan --no-maglev --no-sparkplug --no-concurrent-sparkplug');
  // What only the start needed is forgotten at the next collection instead of the sixth, which an idle agent reaches
  // after hours.
  setFlagsFromString('--bytecode-old-age=1');
  try {
    const config = parseConfig(process.argv.slice(2), process.env);
    if (config === 'help') {
      process.stdout.write(helpText);
      return 0;
    }
    const store = folderStore(config.stateFolder);
    const installation = findInstallation(process.argv[1] ?? '', process.env);
    const log = createLog((line) => process.stdout.write(`${line}\n`));
    const lock = () => lockState(config.stateFolder, log);
    await lock();
    const updates = installation && { installation, state: new UpdateState(store) };
    if (updates !== null && process.env[RUNNING_VERSION_VARIABLE] === undefined) {
      const { updateWithinMs: connectWithinMs } = config;
      const { signal } = stopping;
      const code = await launchUpdatedAgent({ ...updates, installed: version, connectWithinMs, signal, lock, log });
      if (code !== null) return code;
    }
    const end = await runAgent(config, { store, log, updates });
    if (end !== 'restart' || config.supervised) return exitCodes[end];
    const { [RUNNING_VERSION_VARIABLE]: _version, ...env } = process.env;
    return await superviseRestarts(stopping.signal, { env, program: installation?.program });
  } catch (error) {
    if (!expectedErrors.some((kind) => error instanceof kind)) throw error;
    process.stderr.write(`vigil-agent: ${shortReasonOf(error)}\n`);
    return 1;
  }
}

function installerPrograms(): InstallerRunner {
  return canRunTransientUnits() ? transientUnitRunner : detachedProcessRunner;
}

interface Parts {
  readonly store: StateStore;
  readonly log: Log;
  /** Null when this program was not installed from a package. */
  readonly updates: { readonly installation: Installation; readonly state: UpdateState } | null;
}

async function runAgent(config: AgentConfig, { store, log, updates }: Parts): Promise<AgentEnd> {
  const { server, enrolToken, name, location, stateFolder, allowPower, allowInstall, screen, transport } = config;
  finishKeyChange(store);
  removeOldDeletedDevice(store, Date.now());
  await using agent = createAgent({
    server,
    enrolToken,
    name,
    transport,
    version,
    onTrial: updates?.state.isOnTrial(version) ?? false,
    signer: loadSigner(store),
    store,
    host: createLocalHost({ ...screen, location }),
    power: allowPower ? systemPower : null,
    installer: allowInstall ? createSystemInstaller(stateFolder, { programs: installerPrograms() }) : null,
    updater: updates && createPackageUpdater(updates.installation, updates.state),
    // Heard by the process that tries this version (launcher.ts).
    observer: { connected: () => void process.send?.(connectedMessage(version)) },
    log,
  });
  const stop = () => agent.stop();
  if (stopping.signal.aborted) stop();
  stopping.signal.addEventListener('abort', stop, { once: true });
  await Promise.race([agent.start(), agent.ended]);
  return await agent.ended;
}
