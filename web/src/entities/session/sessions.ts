import { listSessions } from '../../endpoints.ts';
import { resource } from '../resource.ts';

/** Where the user is signed in. */
export const sessions = resource({ key: 'sessions', list: listSessions, rereadOn: ['sessions'] });
