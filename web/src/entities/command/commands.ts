import { listCommands } from '../../endpoints.ts';
import { resource } from '../resource.ts';

/** The history of commands. Those that are under way are live: `Fleet.commands`. */
export const commands = resource({ key: 'commands', list: listCommands });
