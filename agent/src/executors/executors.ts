import type { AgentCommandType } from '@vigil/shared/contract/names';
import { applicationInstall, applicationUninstall } from './application.ts';
import type { Executor } from './executor.ts';
import { agentRestart } from './lifecycle.ts';
import { processEnd } from './process-end.ts';
import { reboot, shutdown } from './power.ts';
import { information, processList } from './reports.ts';
import { update } from './update.ts';
import { wol } from './wol.ts';

/** One executor for every command of the contract. */
export const executors: { readonly [T in AgentCommandType]: Executor<T> } = {
  reboot,
  shutdown,
  agent_restart: agentRestart,
  update,
  information,
  process_list: processList,
  process_end: processEnd,
  wol,
  application_install: applicationInstall,
  application_uninstall: applicationUninstall,
};
