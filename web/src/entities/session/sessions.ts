import { listSessions } from '@vigil/shared/contract/routes/accounts';
import { defineResource } from '../resource.ts';

/** Where the user is signed in. */
export const sessions = defineResource({ key: 'sessions', list: listSessions, rereadOn: ['sessions'] });
