import { listCommands } from '@vigil/shared/contract/routes/commands';
import { defineResource } from '../resource.ts';

/** The history of commands. Those that are under way are live: `Fleet.commands`. */
export const commands = defineResource({ key: 'commands', list: listCommands });
