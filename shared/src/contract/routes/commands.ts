import { route } from '../route.ts';

export const cancelScheduledCommand = route('DELETE', '/remoteControl/commands/:id', [
  'administrator',
  'token:commands',
]);
export const issueBulkCommand = route('POST', '/remoteControl/bulk', ['user', 'guest', 'group-token:commands']);
export const issueCommand = route('PUT', '/remoteControl/:guid', ['user', 'guest', 'group-token:commands']);
export const listCommands = route('GET', '/remoteControl/commands', ['user', 'guest', 'group-token:read']);

export const cancelInstallation = route('DELETE', '/applications/:pk/installations/:id', [
  'administrator',
  'token:commands',
]);
export const changeInstallSettings = route('PUT', '/applications/:pk', ['administrator', 'token:administration']);
export const createApplication = route('POST', '/applications', ['administrator', 'token:administration']);
export const deleteApplication = route('DELETE', '/applications/:pk', ['administrator', 'token:administration']);
export const installApplication = route('POST', '/applications/:pk/install', ['administrator', 'group-token:commands']);
export const listApplications = route('GET', '/applications', ['user', 'guest', 'group-token:read']);
export const listInstallations = route('GET', '/applications/:pk/installations', ['user', 'guest', 'group-token:read']);
export const readApplication = route('GET', '/applications/:pk', ['user', 'guest', 'group-token:read']);
export const uploadApplicationPiece = route('PUT', '/applications/:pk/file', ['administrator', 'token:administration']);

export const copyAppConfig = route('POST', '/appconfig/:pk/copy', ['administrator', 'token:administration']);
export const createAppConfig = route('POST', '/appconfig', ['administrator', 'token:administration']);
export const deleteAppConfig = route('DELETE', '/appconfig/:pk', ['administrator', 'token:administration']);
export const listAppConfigs = route('GET', '/appconfig', ['user', 'guest', 'token:read']);
export const readDeviceConfig = route('GET', '/devices/:pk/config', ['user', 'guest', 'group-token:read']);
export const updateAppConfig = route('PUT', '/appconfig/:pk', ['administrator', 'token:administration']);

export const createRemoteSession = route('POST', '/remote_session', ['user', 'guest', 'ticket']);
export const createRemoteSessionByGet = route('GET', '/remote_session', ['user', 'guest', 'ticket']);
export const endRemoteSession = route('POST', '/remote_session/:id/end', ['administrator']);
export const listRunningRemoteSessions = route('GET', '/remote_session/running', ['user', 'guest', 'ticket']);
export const readViewerVersions = route('GET', '/remote_session/version', ['user', 'guest', 'ticket']);
export const reportRemoteSession = route('POST', '/remote_session/:id', ['anybody']);
