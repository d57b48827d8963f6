import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { bundleFile } from '../bundles/programs.ts';

import type { LocalConfig } from './config.ts';
import type { Operator } from './operator.ts';
import type { RunContext } from './run-context.ts';

// Stopped or deleted (0), superseded by another agent (3): a restart would change neither.
const AGENT_FINAL = [0, 3];

/** Enrolment tokens of the agents on this machine, made while the servers start. */
export type AgentTokens = { real: string | undefined; fleet: string | undefined };

export type AgentPlan = { config: LocalConfig; bundles: string; server: string; tokens: AgentTokens };

/** @returns the tokens that are needed: the real agent's only when it has to enrol */
export async function makeAgentTokens(
  { config, server, operator }: { config: LocalConfig; server: string; operator: Operator },
  { dataDir }: RunContext,
): Promise<AgentTokens> {
  const enrols = config.REAL_AGENT === '1' && (await mustEnrol(path.join(dataDir, 'agent'), server));
  const [real, fleet] = await Promise.all([
    enrols ? operator.enrolToken(1) : undefined,
    config.SIM_AGENTS > 0 ? operator.enrolToken(config.SIM_AGENTS) : undefined,
  ]);
  return { real, fleet };
}

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
      file: bundleFile(bundles, 'agent'),
      args: ['--server', server, '--state', state, '--supervised'],
      env: { VIGIL_GATEWAY: server, ...enrolling(tokens.real) },
      finalCodes: AGENT_FINAL,
    });
    note(tokens.real === undefined ? 'known' : 'enrolling');
  });
}

async function startFleet({ config, bundles, server, tokens }: AgentPlan, context: RunContext): Promise<void> {
  if (tokens.fleet === undefined) return;
  const args = ['--count', String(config.SIM_AGENTS), '--server', server];
  await context.progress.step('simulated fleet', async (note) => {
    await context.startChild('agents', {
      name: 'agent-sim',
      file: bundleFile(bundles, 'agent-sim'),
      args: [...args, '--state', path.join(context.dataDir, 'sim'), '--seed', '1'],
      env: { VIGIL_GATEWAY: server, ...enrolling(tokens.fleet) },
      finalCodes: [0],
    });
    note(`${config.SIM_AGENTS} devices`);
  });
}

// Not as an argument, which every user of the computer can read.
const enrolling = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { VIGIL_ENROL: token };
