import { unwatchDevice, watchDevice } from './browser-up/watch-device.ts';
import { unwatchFleet, watchFleet } from './browser-up/watch-fleet.ts';
import { watchThumbnails } from './browser-up/watch-thumbnails.ts';

/** Everything a browser may say to the gateway. */
export const browserUp = { watchFleet, unwatchFleet, watchThumbnails, watchDevice, unwatchDevice } as const;
