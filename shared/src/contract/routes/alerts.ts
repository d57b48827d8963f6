import { route } from '../route.ts';

export const listOpenAlerts = route('GET', '/alerts', ['user', 'guest', 'ticket', 'screen', 'group-token:read']);
export const markIncidentsSeenUntil = route('PUT', '/alerts/seen', ['user']);

export const createChannel = route('POST', '/channels', ['administrator']);
export const deleteChannel = route('DELETE', '/channels/:pk', ['administrator']);
export const listChannels = route('GET', '/channels', ['administrator', 'token:read']);
export const listDeliveries = route('GET', '/channels/:pk/deliveries', ['administrator', 'token:read']);
export const rotateChannelSecret = route('POST', '/channels/:pk/secret', ['administrator']);
export const testChannel = route('POST', '/channels/:pk/test', ['administrator']);
export const updateChannel = route('PUT', '/channels/:pk', ['administrator']);

export const updateIncident = route('PUT', '/incidents/:pk', ['user:useFunction', 'group-token:commands']);
export const listIncidents = route('GET', '/incidents', ['user', 'guest', 'screen', 'group-token:read']);
export const readIncident = route('GET', '/incidents/:pk', ['user', 'guest', 'screen', 'group-token:read']);

export const createMaintenanceWindow = route('POST', '/maintenance-windows', [
  'administrator',
  'user:useFunction',
  'group-token:commands',
]);
export const deleteMaintenanceWindow = route('DELETE', '/maintenance-windows/:pk', [
  'administrator',
  'user:useFunction',
  'group-token:commands',
]);
export const endMaintenanceWindow = route('POST', '/maintenance-windows/:pk/end', [
  'administrator',
  'user:useFunction',
  'group-token:commands',
]);
export const listMaintenanceWindows = route('GET', '/maintenance-windows', [
  'user',
  'guest',
  'screen',
  'group-token:read',
]);
export const updateMaintenanceWindow = route('PUT', '/maintenance-windows/:pk', [
  'administrator',
  'user:useFunction',
  'group-token:commands',
]);

export const previewThreshold = route('GET', '/device-groups/:pk/threshold-preview', [
  'administrator',
  'guest',
  'token:read',
]);
