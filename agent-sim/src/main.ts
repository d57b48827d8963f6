import { ApiRefusal } from '@vigil/agent/agent-api';
import { createLog, shortReasonOf } from '@vigil/agent/log';
import { InsecureAddress } from '@vigil/agent/server-address';
import { ConfigError, helpText, parseConfig, type FleetConfig } from './config.ts';
import { startSimulatedFleet, type SimulatedFleet } from './fleet.ts';
import { enrolmentSitesOf } from './sites.ts';
import { showStatus } from './status-line.ts';

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());

process.exit(await main());

async function main(): Promise<number> {
  try {
    const config = parseConfig(process.argv.slice(2), process.env);
    if (config === 'help') process.stdout.write(helpText);
    else if ('sitesOf' in config)
      process.stdout.write(`${JSON.stringify(enrolmentSitesOf(config.sitesOf.seed, config.sitesOf.count))}\n`);
    else await runFleet(config);
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ApiRefusal || error instanceof InsecureAddress)) throw error;
    process.stderr.write(`vigil-agents: ${shortReasonOf(error)}\n`);
    return 1;
  }
}

async function runFleet(config: FleetConfig): Promise<void> {
  const log = createLog((line) => process.stdout.write(`${line}\n`));
  log.info('starting fleet', { count: config.count, scenario: config.scenario, seed: config.seed });
  await using fleet = startSimulatedFleet({ ...config, log });
  using _status = showStatus(fleet.counters, process.stdout);
  await Promise.race([fleet.started.catch((error: unknown) => continueWithEnrolled(fleet, error)), stopped()]);
  await stopped();

  /** A licence may allow fewer devices than were requested. */
  function continueWithEnrolled({ counters }: SimulatedFleet, error: unknown): void {
    if (counters.enrolled === 0) throw error;
    log.warn('enrolment ended early', { enrolled: counters.enrolled, reason: shortReasonOf(error) });
  }
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    if (stopping.signal.aborted) resolve();
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
