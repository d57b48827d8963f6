import type * as favourites from '@vigil/shared/contract/http/favourites';
import { endpoint } from './client-endpoint.ts';

export const addFavourite = endpoint<typeof favourites.addFavourite>('POST', '/favorate');
export const removeFavourite = endpoint<typeof favourites.removeFavourite>('DELETE', '/favorate');
