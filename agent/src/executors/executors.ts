import type { CommandType } from '@vigil/shared/contract/command';
import type { Executor } from './executor.ts';
import { agentRestart, deleteDevice, update } from './lifecycle.ts';
import { reboot, shutdown } from './power.ts';
import { information, processList } from './reports.ts';
import { wol } from './wol.ts';

/** One executor for every command of the contract. */
export const executors: { readonly [T in CommandType]: Executor<T> } = {
  reboot,
  shutdown,
  agent_restart: agentRestart,
  update,
  information,
  process_list: processList,
  delete: deleteDevice,
  wol,
};
