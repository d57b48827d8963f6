import { rereadOn } from '../../live/reread-on.ts';

/** Everything that is read of access tickets. */
export const ticketsKey = rereadOn(['tickets'], ['ticket'], { isPolled: true });
