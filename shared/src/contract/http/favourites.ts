import * as z from 'zod';
import { anySession, noApiTokens } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { DevicePk, FavouritePk, pkInPath } from '../ids.ts';

export const Favourite = z.object({ pk: FavouritePk, dev_pk: DevicePk });
export type Favourite = z.infer<typeof Favourite>;

export const listFavourites = endpoint({
  method: 'GET',
  path: '/favorate',
  access: anySession,
  temporary: true,
  tokens: noApiTokens,
  guests: true,
  summary: 'List the favourites of the caller',
  objects: z.array(Favourite),
});

export const addFavourite = endpoint({
  method: 'POST',
  path: '/favorate',
  audits: { none: 'of the own screen' },
  access: anySession,
  tokens: noApiTokens,
  summary: 'Mark a device as a favourite; `servernum` is its pk',
  body: z.object({ servernum: DevicePk }),
  objects: z.array(Favourite),
});

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/favorate',
  audits: { none: 'of the own screen' },
  access: anySession,
  tokens: noApiTokens,
  summary: 'Remove a favourite; `favnum` is the pk of the favourite',
  query: z.object({ favnum: pkInPath(FavouritePk) }),
  objects: z.array(FavouritePk),
});
