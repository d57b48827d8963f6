import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundlePathOf, nodeFlagsOf } from '../../bundles/programs.ts';
import type { LocalConfig } from '../config.ts';
import { runToEnd } from '../processes/run.ts';
import type { RunContext } from '../run-context.ts';
import { NODE_EXECUTABLE, ROOT } from '../runtime.ts';
import { StartProblem } from '../start-problem.ts';
import type { OperatorCli } from './operator.ts';

// Stopped or deleted (0), which a restart would not change; agents of earlier versions were superseded by another one
// (3).
const AGENT_FINAL = [0, 3];

/** Enrolment tokens of the agents on this machine, made while the servers start. */
export type AgentEnrolTokens = {
  real: string | undefined;
  fleet: string | undefined;
  /** Of the sites of a fleet that starts for the first time. */
  sites: Readonly<Record<string, string>>;
};

export type AgentPlan = { config: LocalConfig; bundles: string; server: string; tokens: AgentEnrolTokens };

/** @returns the tokens that are needed: the real agent's only when it has to enrol */
export async function makeAgentEnrolTokens(
  { config, server, operator, bundles }: Pick<AgentPlan, 'config' | 'server' | 'bundles'> & { operator: OperatorCli },
  { dataDir }: RunContext,
): Promise<AgentEnrolTokens> {
  const enrols = config.REAL_AGENT === '1' && (await mustEnrol(path.join(dataDir, 'agent'), server));
  const count = config.SIM_AGENTS;
  // Later the groups are those that the users have made of them.
  const isFirst = count > 0 && !existsSync(fleetState(dataDir));
  const added = isFirst ? 0 : count - (await countEnrolled(fleetState(dataDir)));
  const [real, fleet, sites] = await Promise.all([
    enrols ? operator.enrolToken(1) : undefined,
    added > 0 ? operator.enrolToken(added) : undefined,
    isFirst ? operator.siteTokens(await readSites(bundles, count)) : {},
  ]);
  return { real, fleet, sites };
}

const FLEET_SEED = '1';
// Given, so that no setting of a fleet elsewhere is taken for one of this fleet.
const FLEET_RATE = '200';

/** The sites of the simulated fleet, as it prints them. */
async function readSites(bundles: string, count: number): Promise<string> {
  const args = [bundlePathOf(bundles, 'agent-sim'), '--sites', '--count', String(count), '--seed', FLEET_SEED];
  const { code, stdout, stderr } = await runToEnd(NODE_EXECUTABLE, args, { cwd: ROOT });
  if (code !== 0) throw new StartProblem(`the simulated fleet did not name its sites: ${stderr.trim()}`);
  return stdout.trim();
}
/** How many devices of the fleet have an identity. */
async function countEnrolled(state: string): Promise<number> {
  const names = await readdir(state).catch(() => []);
  const fleets = names.filter((name) => /^fleet-.*\.json$/u.test(name));
  const counts = fleets.map(
    async (name) => Object.keys(JSON.parse(await readFile(path.join(state, name), 'utf8')) as object).length,
  );
  // Of the server of this start; another port would be another one.
  return Math.max(0, ...(await Promise.all(counts)));
}

const fleetState = (dataDir: string): string => path.join(dataDir, 'sim');

/**
 * This machine's own agent and the simulated fleet; each keeps its identity in DATA_DIR. They stay on this machine: its
 * public address may be out of reach from here, and its certificate may be self-signed.
 */
export async function startAgents(plan: AgentPlan, context: RunContext): Promise<void> {
  await Promise.all([startRealAgent(plan, context), startFleet(plan, context)]);
}

// To the agent another port is another server. Its key stays, so it remains the same device there.
async function mustEnrol(state: string, server: string): Promise<boolean> {
  await mkdir(state, { recursive: true, mode: 0o700 });
  const note = path.join(state, 'server.txt');
  const before = await readFile(note, 'utf8').catch(() => '');
  if (before !== server) {
    await rm(path.join(state, 'identity.json'), { force: true });
    await writeFile(note, server);
  }
  return !existsSync(path.join(state, 'identity.json'));
}

async function startRealAgent({ config, bundles, server, tokens }: AgentPlan, context: RunContext): Promise<void> {
  if (config.REAL_AGENT === '0') return;
  await context.progress.step('this machine’s agent', async (note) => {
    const state = path.join(context.dataDir, 'agent');
    await context.startChild('agents', {
      name: 'agent',
      file: bundlePathOf(bundles, 'agent'),
      flags: nodeFlagsOf('agent'),
      args: ['--server', server, '--state', state, '--supervised'],
      env: { VIGIL_GATEWAY: server, VIGIL_VIRTUAL_DESKTOP: '1', ...enrolling(tokens.real) },
      finalCodes: AGENT_FINAL,
    });
    note(tokens.real === undefined ? 'known' : 'enrolling');
  });
}

async function startFleet({ config, bundles, server, tokens }: AgentPlan, context: RunContext): Promise<void> {
  if (config.SIM_AGENTS === 0) return;
  const args = ['--count', String(config.SIM_AGENTS), '--server', server, '--rate', FLEET_RATE];
  await context.progress.step('simulated fleet', async (note) => {
    await context.startChild('agents', {
      name: 'agent-sim',
      file: bundlePathOf(bundles, 'agent-sim'),
      args: [...args, '--state', fleetState(context.dataDir), '--seed', FLEET_SEED, '--scenario', 'living'],
      env: { VIGIL_GATEWAY: server, VIGIL_ENROL_SITES: JSON.stringify(tokens.sites), ...enrolling(tokens.fleet) },
      finalCodes: [0],
    });
    note(`${config.SIM_AGENTS} devices`);
  });
}

// Not as an argument, which every user of the computer can read.
const enrolling = (token: string | undefined): Record<string, string> => ({
  // Of an agent elsewhere.
  VIGIL_ENROL_FILE: '',
  VIGIL_ENROL: token ?? '',
});
