import { syncCheck } from './browser-up/sync-check.ts';
import { unwatchDevice, watchDevice } from './browser-up/watch-device.ts';
import { unwatchFleet, watchFleet } from './browser-up/watch-fleet.ts';
import { watchThumbnails } from './browser-up/watch-thumbnails.ts';

/** All messages from a browser to the gateway. */
export const browserUp = { watchFleet, unwatchFleet, syncCheck, watchThumbnails, watchDevice, unwatchDevice } as const;
