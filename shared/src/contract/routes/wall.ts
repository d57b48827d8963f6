import { route } from '../route.ts';

export const createWallScreen = route('POST', '/screens', ['administrator']);
export const listWallScreens = route('GET', '/screens', ['administrator', 'token:read']);
export const pairBrowser = route('POST', '/screens/pair', ['anybody']);
export const reportWallScreenAlive = route('POST', '/screens/report', ['user', 'guest', 'screen']);
export const revokeWallScreen = route('DELETE', '/screens/:pk', ['administrator', 'token:administration']);
export const updateWallScreen = route('PUT', '/screens/:pk', ['administrator']);

export const createWallView = route('POST', '/wall_views', ['user']);
export const deleteWallView = route('DELETE', '/wall_views/:pk', ['user']);
export const listWallViews = route('GET', '/wall_views', ['user', 'guest', 'screen']);
export const updateWallView = route('PUT', '/wall_views/:pk', ['user']);
