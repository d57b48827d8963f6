import type * as wallScreens from '@vigil/shared/contract/http/wall-screens';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const listWallScreens = endpoint<typeof wallScreens.listWallScreens>('GET', '/screens');
export const createWallScreenOrCode = endpoint<typeof wallScreens.createWallScreenOrCode>('POST', '/screens');
export const updateWallScreen = endpoint<typeof wallScreens.updateWallScreen>('PUT', '/screens/:pk');
export const revokeWallScreen = endpoint<typeof wallScreens.revokeWallScreen>('DELETE', '/screens/:pk');
export const pairBrowserAsWallScreen = endpoint<typeof wallScreens.pairBrowserAsWallScreen>('POST', '/screens/pair');
export const reportWallScreenAlive = endpointOpenToGuests<typeof wallScreens.reportWallScreenAlive>(
  'POST',
  '/screens/report',
);
