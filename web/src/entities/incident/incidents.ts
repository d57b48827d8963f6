import { listIncidents, readIncident } from '@vigil/shared/contract/routes/alerts';
import { registerReread } from '../../live/reread-on.ts';
import { defineResource } from '../resource.ts';

export const incidents = defineResource({
  key: 'incidents',
  list: listIncidents,
  read: readIncident,
  rereadOn: ['incident'],
  isPolled: true,
});
/** Those of the bell, with how many of them are new. */
export const newestIncidentsKey = registerReread([...incidents.key, 'newest'], ['alertsSeen']);
