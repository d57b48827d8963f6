import type { AgentCommandType } from '@vigil/shared/contract/names';
import { applicationInstallExecutor, applicationUninstallExecutor } from './application.ts';
import { failedResult, type Executor } from './executor.ts';
import { rebootExecutor, shutdownExecutor } from './power.ts';
import { updateExecutor } from './update.ts';

const information: Executor<'information'> = {
  start: (_args, { reports }) => ({
    state: 'accepted',
    async run() {
      await Promise.all([reports.sendAlive(), reports.sendInventory()]);
      return { state: 'done' };
    },
  }),
};

const processList: Executor<'process_list'> = {
  start: (_args, { reports }) => ({
    state: 'accepted',
    run: async () => ({ state: 'done', result: await reports.sendProcesses() }),
  }),
};

/** Ends the process that the user saw: a pid that meanwhile belongs to another program is left alone. */
const processEnd: Executor<'process_end'> = {
  start({ pid, name }, { host, power, reports }) {
    if (power === null) return failedResult('power_not_allowed');
    return {
      state: 'accepted',
      async run() {
        const found = (await host.processes()).find((row) => row.pid === pid);
        if (found?.name !== name) return failedResult('process_gone');
        const end = await host.endProcess(pid);
        // Viewers see the list without it, and with what took its place.
        await reports.sendProcesses();
        if (end === 'protected') return failedResult('process_protected');
        return end === 'ended' ? { state: 'done', result: { pid, name } } : failedResult('process_not_ended');
      },
    };
  },
};

/**
 * With the delivery before it and the start after it, less than the minute in which servers expect the new start
 * (CMD-10).
 */
const RESTART_WAIT_MS = 40_000;

const agentRestart: Executor<'agent_restart'> = {
  start(_args, { lifecycle, sessions }) {
    // A restart would end the remote sessions with this device.
    if (sessions.running > 0) return failedResult('device_in_use');
    return {
      state: 'accepted',
      async run(context) {
        context.report({});
        await context.delivered();
        // Not those alone that ran before: a session or an installation may have begun meanwhile.
        const obstacle = await lifecycle.restart({ signal: AbortSignal.timeout(RESTART_WAIT_MS) });
        return obstacle === null ? { state: 'pending' } : failedResult(obstacle);
      },
    };
  },
  resume: () => ({ state: 'done' }),
};

const wol: Executor<'wol'> = {
  start: ({ mac_addr }, { host }) => ({
    state: 'accepted',
    async run() {
      await host.wake(mac_addr);
      return { state: 'done' };
    },
  }),
};

/** One executor for every command of the contract. */
export const commandExecutors: { readonly [T in AgentCommandType]: Executor<T> } = {
  reboot: rebootExecutor,
  shutdown: shutdownExecutor,
  agent_restart: agentRestart,
  update: updateExecutor,
  information,
  process_list: processList,
  process_end: processEnd,
  wol,
  application_install: applicationInstallExecutor,
  application_uninstall: applicationUninstallExecutor,
};
