import { rereadOn } from '../../live/reread-on.ts';

export const incidentsKey = rereadOn(['incidents'], ['incident'], { isPolled: true });
/** Those of the bell, with how many of them are new. */
export const newestIncidentsKey = rereadOn([...incidentsKey, 'newest'], ['alertsSeen']);
