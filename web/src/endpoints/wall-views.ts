import type * as wallViews from '@vigil/shared/contract/http/wall-views';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const createWallView = endpoint<typeof wallViews.createWallView>('POST', '/wall_views');
export const deleteWallView = endpoint<typeof wallViews.deleteWallView>('DELETE', '/wall_views/:pk');
export const listWallViews = endpointOpenToGuests<typeof wallViews.listWallViews>('GET', '/wall_views');
export const updateWallView = endpoint<typeof wallViews.updateWallView>('PUT', '/wall_views/:pk');
