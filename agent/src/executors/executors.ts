import type { CommandType } from '@vigil/shared/contract/command';
import { agentRestart } from './agent-restart.ts';
import { forgetItself } from './delete.ts';
import type { Executor } from './executor.ts';
import { information } from './information.ts';
import { processList } from './process-list.ts';
import { reboot } from './reboot.ts';
import { shutdown } from './shutdown.ts';
import { update } from './update.ts';
import { wol } from './wol.ts';

/** What this agent can do: one executor for every command of the contract. */
export const executors: { readonly [T in CommandType]: Executor<T> } = {
  reboot,
  shutdown,
  agent_restart: agentRestart,
  update,
  information,
  process_list: processList,
  delete: forgetItself,
  wol,
};
