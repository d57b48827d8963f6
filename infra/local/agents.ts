import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { LocalConfig } from './config.ts';
import type { Operator } from './operator.ts';
import type { RunContext } from './run-context.ts';
import { fromRoot } from './runtime.ts';

// Stopped or deleted, and taken over by another one: neither is put right by starting it again.
const AGENT_FINAL = [0, 3];

export type AgentPlan = { config: LocalConfig; operator: Operator; server: string };

/** This machine's own agent and the simulated fleet; each is enrolled once and keeps its identity in DATA_DIR. */
export async function startAgents(plan: AgentPlan, context: RunContext): Promise<void> {
  await Promise.all([startRealAgent(plan, context), startFleet(plan, context)]);
}

async function startRealAgent({ config, operator, server }: AgentPlan, context: RunContext): Promise<void> {
  if (config.REAL_AGENT === '0') return;
  await context.progress.step('this machine’s agent', async (note) => {
    const state = path.join(context.dataDir, 'agent');
    const enrol = isEmpty(state) ? ['--enrol', await operator.enrolToken(1)] : [];
    await context.startChild('agents', {
      name: 'agent',
      file: fromRoot('agent/src/main.ts'),
      args: ['--server', server, ...enrol, '--state', state, '--supervised'],
      env: {},
      finalCodes: AGENT_FINAL,
    });
    note(enrol.length > 0 ? 'enrolled' : 'known');
  });
}

async function startFleet({ config, operator, server }: AgentPlan, context: RunContext): Promise<void> {
  if (config.SIM_AGENTS === 0) return;
  await context.progress.step('simulated fleet', async (note) => {
    const state = path.join(context.dataDir, 'sim');
    const token = await operator.enrolToken(config.SIM_AGENTS);
    await context.startChild('agents', {
      name: 'agent-sim',
      file: fromRoot('agent-sim/src/main.ts'),
      args: [
        '--count',
        String(config.SIM_AGENTS),
        '--server',
        server,
        '--enrol',
        token,
        '--state',
        state,
        '--seed',
        '1',
      ],
      env: {},
      finalCodes: [0],
    });
    note(`${config.SIM_AGENTS} machines`);
  });
}

const isEmpty = (dir: string): boolean => !existsSync(dir) || readdirSync(dir).length === 0;
