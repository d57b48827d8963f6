import { route } from '../route.ts';

export const changeDeviceApproval = route('PUT', '/devices/:pk/approval', [
  'administrator:CSRemoteControl',
  'group-token:commands',
]);
export const deleteDevice = route('DELETE', '/devices/:pk', ['user', 'group-token:commands']);
export const listDevices = route('GET', '/devices', ['user', 'guest', 'ticket', 'screen', 'group-token:read']);
export const listLatestUsage = route('GET', '/devices/system_usage', [
  'user',
  'guest',
  'ticket',
  'screen',
  'group-token:read',
]);
export const moveDevices = route('POST', '/devices/move', ['administrator', 'group-token:commands']);
export const previewSightChanges = route('POST', '/devices/move/preview', ['administrator', 'token:read']);
export const readDevice = route('GET', '/devices/:pk', ['user', 'guest', 'ticket', 'group-token:read']);
export const readDeviceListSnapshot = route('GET', '/devices/snapshot', [
  'user',
  'guest',
  'ticket',
  'group-token:read',
]);
export const readFleetSummary = route('GET', '/devices/summary', [
  'user',
  'guest',
  'ticket',
  'screen',
  'group-token:read',
]);
export const replaceDeviceTags = route('PUT', '/devices/:pk/tags', ['user:modifyInformation', 'group-token:commands']);
export const updateDevice = route('PUT', '/devices/:pk', ['user', 'group-token:commands']);

export const listBulkJobs = route('GET', '/devices/bulk', ['user', 'guest', 'token:read']);
export const listDevicesInUse = route('POST', '/devices/in-use', ['user', 'guest', 'group-token:read']);
export const readBulkJob = route('GET', '/devices/bulk/:id', ['user', 'guest', 'token:read']);
export const runBulkDeviceAction = route('POST', '/devices/bulk', ['user', 'group-token:commands']);

export const readCloneEvidence = route('GET', '/devices/:pk/clone', ['administrator', 'guest', 'token:read']);
export const resolveClone = route('POST', '/devices/:pk/clone', ['administrator', 'token:commands']);

export const addFavourite = route('POST', '/favorate', ['user']);
export const listFavourites = route('GET', '/favorate', ['user', 'guest', 'ticket']);
export const removeFavourite = route('DELETE', '/favorate', ['user']);

export const createFilter = route('POST', '/filters', ['user']);
export const deleteFilter = route('DELETE', '/filters/:pk', ['user']);
export const listFilters = route('GET', '/filters', ['user', 'guest']);
export const updateFilter = route('PUT', '/filters/:pk', ['user']);

export const readDeviceTrends = route('GET', '/devices/trends', ['user', 'guest', 'ticket', 'group-token:read']);

export const readUsageHistory = route('GET', '/devices/:pk/usage', ['user', 'guest', 'group-token:read']);

export const createEnrolToken = route('POST', '/agents/enrol-tokens', ['administrator']);
export const deleteEnrolToken = route('DELETE', '/agents/enrol-tokens/:pk', ['administrator', 'token:administration']);
export const enrolAgent = route('POST', '/agents/enrol', ['anybody']);
export const enrolCopiedDevice = route('POST', '/agents/new-key', ['agent']);
export const listEnrolTokens = route('GET', '/agents/enrol-tokens', ['administrator', 'token:read']);
export const renewAgentCredential = route('POST', '/agents/renew', ['agent']);

export const listUnknownAgents = route('GET', '/agents/unknown', ['administrator', 'token:read']);
export const readmitUnknownAgents = route('POST', '/agents/unknown/readmit', ['administrator', 'token:administration']);

export const changeRollout = route('PUT', '/agent-updates/rollouts/:pk', ['administrator', 'token:administration']);
export const createRollout = route('POST', '/agent-updates/rollouts', ['administrator', 'token:administration']);
export const listRolloutDevices = route('GET', '/agent-updates/rollouts/:pk/devices', [
  'administrator',
  'guest',
  'token:read',
]);
export const listRollouts = route('GET', '/agent-updates/rollouts', ['administrator', 'guest', 'token:read']);
export const readAgentReleases = route('GET', '/agent-updates', ['administrator', 'guest', 'token:read']);

export const previewWakeLoss = route('POST', '/devices/wake-loss', ['user', 'guest', 'group-token:read']);
export const readWakeReadiness = route('GET', '/devices/wake-readiness', ['user', 'guest', 'group-token:read']);

export const deleteLogo = route('DELETE', '/file_upload/logo', ['administrator', 'token:administration']);
export const uploadLogo = route('POST', '/file_upload', ['user', 'token:administration']);
