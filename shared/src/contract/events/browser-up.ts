import { watchThumbnails } from './browser-up/watch-thumbnails.ts';
import { syncCheck, unwatchDevice, watchDevice, unwatchFleet, watchFleet } from './browser-up/watch.ts';

/** All messages from a browser to the gateway. */
export const browserUp = { watchFleet, unwatchFleet, syncCheck, watchThumbnails, watchDevice, unwatchDevice } as const;
