import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { DevicePk, FavouritePk, pkInPath } from '../ids.ts';
import * as devices from '../routes/devices.ts';

export const Favourite = z.object({ pk: FavouritePk, dev_pk: DevicePk });
export type Favourite = z.infer<typeof Favourite>;

export const listFavourites = endpoint(devices.listFavourites, {
  summary: 'List the favourites of the caller',
  objects: z.array(Favourite),
});

export const addFavourite = endpoint(devices.addFavourite, {
  audits: { none: 'of their own screen' },
  summary: 'Mark a device as a favourite; `servernum` is its pk',
  body: z.object({ servernum: DevicePk }),
  objects: z.array(Favourite),
});

export const removeFavourite = endpoint(devices.removeFavourite, {
  audits: { none: 'of their own screen' },
  summary: 'Remove a favourite; `favnum` is the pk of the favourite',
  query: z.object({ favnum: pkInPath(FavouritePk) }),
  objects: z.array(FavouritePk),
});
