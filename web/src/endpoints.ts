import type { DeviceRowsByColumn } from '@vigil/shared/contract/device-columns';
import type { AnyEndpoint, WithObjects } from '@vigil/shared/contract/endpoint';
import type * as accounts from '@vigil/shared/contract/http/accounts';
import type * as agentUpdates from '@vigil/shared/contract/http/agent-updates';
import type * as functionSettings from '@vigil/shared/contract/http/function-settings';
import type * as agents from '@vigil/shared/contract/http/agents';
import type * as alerts from '@vigil/shared/contract/http/alerts';
import type * as incidents from '@vigil/shared/contract/http/incidents';
import type * as apiTokens from '@vigil/shared/contract/http/api-tokens';
import type * as applications from '@vigil/shared/contract/http/applications';
import type * as appConfigs from '@vigil/shared/contract/http/app-configs';
import type * as approvals from '@vigil/shared/contract/http/approvals';
import type * as audits from '@vigil/shared/contract/http/audits';
import type * as clientErrors from '@vigil/shared/contract/http/client-errors';
import type * as commands from '@vigil/shared/contract/http/commands';
import type * as deviceClone from '@vigil/shared/contract/http/device-clone';
import type * as deviceBulk from '@vigil/shared/contract/http/device-bulk';
import type * as devices from '@vigil/shared/contract/http/devices';
import type * as downloads from '@vigil/shared/contract/http/downloads';
import type * as favourites from '@vigil/shared/contract/http/favourites';
import type * as filters from '@vigil/shared/contract/http/filters';
import type * as groupLinks from '@vigil/shared/contract/http/group-links';
import type * as groups from '@vigil/shared/contract/http/groups';
import type * as imports from '@vigil/shared/contract/http/imports';
import type * as userChanges from '@vigil/shared/contract/http/user-changes';
import type * as users from '@vigil/shared/contract/http/users';
import type * as exported from '@vigil/shared/contract/http/exports';
import type * as ipPolicy from '@vigil/shared/contract/http/ip-policy';
import type * as licenceGate from '@vigil/shared/contract/http/licence-gate';
import type * as notices from '@vigil/shared/contract/http/notices';
import type * as partners from '@vigil/shared/contract/http/partners';
import type * as preferences from '@vigil/shared/contract/http/preferences';
import type * as remoteSessions from '@vigil/shared/contract/http/remote-sessions';
import type * as wallScreens from '@vigil/shared/contract/http/wall-screens';
import type * as profile from '@vigil/shared/contract/http/profile';
import type * as signInEndpoints from '@vigil/shared/contract/http/sign-in';
import type * as sessions from '@vigil/shared/contract/http/sessions';
import type * as settings from '@vigil/shared/contract/http/settings';
import type * as tickets from '@vigil/shared/contract/http/tickets';
import type * as trends from '@vigil/shared/contract/http/trends';
import type * as usageHistory from '@vigil/shared/contract/http/usage-history';
import type * as uploads from '@vigil/shared/contract/http/uploads';
import type * as wallViews from '@vigil/shared/contract/http/wall-views';
import type * as wakes from '@vigil/shared/contract/http/wakes';

/**
 * An endpoint as the client knows it. Its declaration, with the schemas, stays on the servers, which do not trust the
 * client anyway: schemas in the browser would cost a sixth of the first page. A method, a path or the wrong one of
 * `endpoint` and `endpointOpenToGuests` does not compile.
 */
export interface ClientEndpoint<E extends AnyEndpoint> {
  readonly method: E['method'];
  readonly path: E['path'];
  /** Whether a session by invitation may call it. */
  readonly guests: boolean;
  /** For the compiler only: what goes in and what comes out. */
  readonly declaration?: E;
}

const endpoint = <E extends AnyEndpoint & { guests: false }>(
  method: E['method'],
  path: E['path'],
): ClientEndpoint<E> => ({
  method,
  path,
  guests: false,
});

const endpointOpenToGuests = <E extends AnyEndpoint & { guests: true }>(
  method: E['method'],
  path: E['path'],
): ClientEndpoint<E> => ({
  method,
  path,
  guests: true,
});

export const checkLoginIdAvailability = endpoint<typeof accounts.checkLoginIdAvailability>('GET', '/check');
export const mailLoginId = endpoint<typeof accounts.mailLoginId>('POST', '/findID');
export const checkResetLinkAndReadPasswordRule = endpoint<typeof accounts.checkResetLinkAndReadPasswordRule>(
  'GET',
  '/resetPW',
);
export const resetPasswordOrUnlockAccount = endpoint<typeof accounts.resetPasswordOrUnlockAccount>('POST', '/resetPW');
export const signUp = endpoint<typeof accounts.signUp>('POST', '/join');
export const verifyUndoOrResendEmail = endpoint<typeof accounts.verifyUndoOrResendEmail>('POST', '/email_auth');

export const reportClientError = endpoint<typeof clientErrors.reportClientError>('POST', '/client_errors');

export const deleteEnrolToken = endpoint<typeof agents.deleteEnrolToken>('DELETE', '/agents/enrol-tokens/:pk');
export const listEnrolTokens = endpoint<typeof agents.listEnrolTokens>('GET', '/agents/enrol-tokens');
export const createEnrolToken = endpoint<typeof agents.createEnrolToken>('POST', '/agents/enrol-tokens');

export const listOpenAlerts = endpointOpenToGuests<typeof alerts.listOpenAlerts>('GET', '/alerts');
export const markIncidentsSeenUntil = endpoint<typeof alerts.markIncidentsSeenUntil>('PUT', '/alerts/seen');

export const listIncidents = endpointOpenToGuests<typeof incidents.listIncidents>('GET', '/incidents');
export const readIncident = endpointOpenToGuests<typeof incidents.readIncident>('GET', '/incidents/:pk');
export const acknowledgeOrResolveIncident = endpoint<typeof incidents.acknowledgeOrResolveIncident>(
  'PUT',
  '/incidents/:pk',
);

export const readFunctionSettings = endpointOpenToGuests<typeof functionSettings.readFunctionSettings>(
  'GET',
  '/company_function',
);
export const writeFunctionSettings = endpoint<typeof functionSettings.writeFunctionSettings>(
  'POST',
  '/company_function',
);
export const previewFunctionSettings = endpointOpenToGuests<typeof functionSettings.previewFunctionSettings>(
  'POST',
  '/company_function/effects',
);
export const updateOnlineAgentsToNewest = endpoint<typeof functionSettings.updateOnlineAgentsToNewest>(
  'PUT',
  '/companies/:company_fk',
);
export const readReleasesAndVersions = endpointOpenToGuests<typeof agentUpdates.readReleasesAndVersions>(
  'GET',
  '/agent-updates',
);
export const listRollouts = endpointOpenToGuests<typeof agentUpdates.listRollouts>('GET', '/agent-updates/rollouts');
export const createRollout = endpoint<typeof agentUpdates.createRollout>('POST', '/agent-updates/rollouts');
export const changeRollout = endpoint<typeof agentUpdates.changeRollout>('PUT', '/agent-updates/rollouts/:pk');
export const listRolloutDevices = endpointOpenToGuests<typeof agentUpdates.listRolloutDevices>(
  'GET',
  '/agent-updates/rollouts/:pk/devices',
);
export const listApplications = endpointOpenToGuests<typeof applications.listApplications>('GET', '/applications');
export const readApplication = endpointOpenToGuests<typeof applications.readApplication>('GET', '/applications/:pk');
export const createApplication = endpoint<typeof applications.createApplication>('POST', '/applications');
export const changeInstallSettings = endpoint<typeof applications.changeInstallSettings>('PUT', '/applications/:pk');
export const uploadApplicationPiece = endpoint<typeof applications.uploadApplicationPiece>(
  'PUT',
  '/applications/:pk/file',
);
export const deleteApplication = endpoint<typeof applications.deleteApplication>('DELETE', '/applications/:pk');
export const installOrRemoveApplication = endpoint<typeof applications.installOrRemoveApplication>(
  'POST',
  '/applications/:pk/install',
);
export const listLatestInstallsAndRemovals = endpointOpenToGuests<typeof applications.listLatestInstallsAndRemovals>(
  'GET',
  '/applications/:pk/installations',
);
export const cancelInstallOrRemoval = endpoint<typeof applications.cancelInstallOrRemoval>(
  'DELETE',
  '/applications/:pk/installations/:id',
);
export const listAppConfigs = endpointOpenToGuests<typeof appConfigs.listAppConfigs>('GET', '/appconfig');
export const createAppConfig = endpoint<typeof appConfigs.createAppConfig>('POST', '/appconfig');
export const updateAppConfig = endpoint<typeof appConfigs.updateAppConfig>('PUT', '/appconfig/:pk');
export const copyAppConfig = endpoint<typeof appConfigs.copyAppConfig>('POST', '/appconfig/:pk/copy');
export const deleteAppConfig = endpoint<typeof appConfigs.deleteAppConfig>('DELETE', '/appconfig/:pk');
export const readDeviceConfig = endpointOpenToGuests<typeof appConfigs.readDeviceConfig>('GET', '/devices/:pk/config');

export const postExport = endpoint<typeof exported.postExport>('POST', '/excel');
export const readIpPolicyAndCheckAddress = endpointOpenToGuests<typeof ipPolicy.readIpPolicyAndCheckAddress>(
  'GET',
  '/ip_policy',
);
export const changeIpPolicy = endpoint<typeof ipPolicy.changeIpPolicy>('POST', '/ip_policy');

export const listApiTokens = endpoint<typeof apiTokens.listApiTokens>('GET', '/api_tokens');
export const createApiToken = endpoint<typeof apiTokens.createApiToken>('POST', '/api_tokens');
export const revokeApiToken = endpoint<typeof apiTokens.revokeApiToken>('DELETE', '/api_tokens/:pk');
export const listWallScreens = endpoint<typeof wallScreens.listWallScreens>('GET', '/screens');
export const createWallScreenOrCode = endpoint<typeof wallScreens.createWallScreenOrCode>('POST', '/screens');
export const updateWallScreen = endpoint<typeof wallScreens.updateWallScreen>('PUT', '/screens/:pk');
export const revokeWallScreen = endpoint<typeof wallScreens.revokeWallScreen>('DELETE', '/screens/:pk');
export const pairBrowserAsWallScreen = endpoint<typeof wallScreens.pairBrowserAsWallScreen>('POST', '/screens/pair');
export const reportWallScreenAlive = endpointOpenToGuests<typeof wallScreens.reportWallScreenAlive>(
  'POST',
  '/screens/report',
);
export const listExports = endpoint<typeof exported.listExports>('GET', '/exports');
export const cancelOrDeleteExport = endpoint<typeof exported.cancelOrDeleteExport>('DELETE', '/exports/:id');

export const runBulkDeviceAction = endpoint<typeof deviceBulk.runBulkDeviceAction>('POST', '/devices/bulk');
export const listBulkJobs = endpointOpenToGuests<typeof deviceBulk.listBulkJobs>('GET', '/devices/bulk');
export const readBulkJob = endpointOpenToGuests<typeof deviceBulk.readBulkJob>('GET', '/devices/bulk/:id');
export const listDevicesInUse = endpointOpenToGuests<typeof deviceBulk.listDevicesInUse>('POST', '/devices/in-use');

export const listDevicesOverLicence = endpointOpenToGuests<typeof licenceGate.listDevicesOverLicence>(
  'GET',
  '/licence_gate',
);

export const listTickets = endpointOpenToGuests<typeof tickets.listTickets>('GET', '/access_ticket_manage');
export const readTicket = endpointOpenToGuests<typeof tickets.readTicket>('GET', '/access_ticket_manage/:pk');
export const createTicket = endpoint<typeof tickets.createTicket>('POST', '/access_ticket');
export const changeOrRerequestTicket = endpoint<typeof tickets.changeOrRerequestTicket>('PUT', '/access_ticket/:pk');
export const decideOrEndTicket = endpoint<typeof tickets.decideOrEndTicket>('POST', '/access_ticket_manage');
export const revealTemporaryPasswordByKey = endpoint<typeof tickets.revealTemporaryPasswordByKey>(
  'POST',
  '/access_ticket/reveal',
);

export const listApprovals = endpointOpenToGuests<typeof approvals.listApprovals>('GET', '/approvals');
export const requestOrDecideApproval = endpoint<typeof approvals.requestOrDecideApproval>('POST', '/approvals');

export const listAudits = endpointOpenToGuests<typeof audits.listAudits>('GET', '/audits');

export const issueBulkCommand = endpointOpenToGuests<typeof commands.issueBulkCommand>('POST', '/remoteControl/bulk');
export const issueCommand = endpointOpenToGuests<typeof commands.issueCommand>('PUT', '/remoteControl/:guid');
export const listCommands = endpointOpenToGuests<typeof commands.listCommands>('GET', '/remoteControl/commands');

export const readWakeReadiness = endpointOpenToGuests<typeof wakes.readWakeReadiness>('GET', '/devices/wake-readiness');
export const previewWakeLossAfterShutdown = endpointOpenToGuests<typeof wakes.previewWakeLossAfterShutdown>(
  'POST',
  '/devices/wake-loss',
);

export const readCloneEvidence = endpointOpenToGuests<typeof deviceClone.readCloneEvidence>(
  'GET',
  '/devices/:pk/clone',
);
export const resolveClone = endpoint<typeof deviceClone.resolveClone>('POST', '/devices/:pk/clone');
export const previewSightChangesOfMove = endpoint<typeof devices.previewSightChangesOfMove>(
  'POST',
  '/devices/move/preview',
);
export const listDevicesAsColumns = endpointOpenToGuests<
  WithObjects<typeof devices.listDevices, typeof DeviceRowsByColumn>
>('GET', '/devices');
export const moveDevices = endpoint<typeof devices.moveDevices>('POST', '/devices/move');
export const readDevice = endpointOpenToGuests<typeof devices.readDevice>('GET', '/devices/:pk');
export const readDeviceTrends = endpointOpenToGuests<typeof trends.readDeviceTrends>('GET', '/devices/trends');
export const listDevices = endpointOpenToGuests<typeof devices.listDevices>('GET', '/devices');
export const readFleetCountsAndPolicyPages = endpointOpenToGuests<typeof devices.readFleetCountsAndPolicyPages>(
  'GET',
  '/devices/summary',
);
export const listLatestUsage = endpointOpenToGuests<typeof devices.listLatestUsage>('GET', '/devices/system_usage');
export const readUsageHistory = endpointOpenToGuests<typeof usageHistory.readUsageHistory>('GET', '/devices/:pk/usage');
export const replaceDeviceTags = endpoint<typeof devices.replaceDeviceTags>('PUT', '/devices/:pk/tags');
export const updateDevice = endpoint<typeof devices.updateDevice>('PUT', '/devices/:pk');

export const listDownloadableFiles = endpointOpenToGuests<typeof downloads.listDownloadableFiles>('GET', '/downloads');

export const addFavourite = endpoint<typeof favourites.addFavourite>('POST', '/favorate');
export const removeFavourite = endpoint<typeof favourites.removeFavourite>('DELETE', '/favorate');

export const createFilter = endpoint<typeof filters.createFilter>('POST', '/filters');
export const deleteFilter = endpoint<typeof filters.deleteFilter>('DELETE', '/filters/:pk');
export const listFilters = endpointOpenToGuests<typeof filters.listFilters>('GET', '/filters');
export const updateFilter = endpoint<typeof filters.updateFilter>('PUT', '/filters/:pk');

export const addDevicesToGroup = endpoint<typeof groupLinks.addDevicesToGroup>('POST', '/conn-device-groups');
export const addGroupMember = endpoint<typeof groupLinks.addGroupMember>('POST', '/conn-users');
export const removeDeviceFromGroup = endpoint<typeof groupLinks.removeDeviceFromGroup>('DELETE', '/conn-device-groups');
export const removeGroupMember = endpoint<typeof groupLinks.removeGroupMember>('DELETE', '/conn-users/:pk');

export const createGroup = endpoint<typeof groups.createGroup>('POST', '/device-groups');
export const deleteGroup = endpoint<typeof groups.deleteGroup>('DELETE', '/device-groups/:pk');
export const readGroup = endpointOpenToGuests<typeof groups.readGroup>('GET', '/device-groups/:pk');
export const listGroups = endpointOpenToGuests<typeof groups.listGroups>('GET', '/device-groups');
export const updateGroupOrAlertThreshold = endpoint<typeof groups.updateGroupOrAlertThreshold>(
  'PUT',
  '/device-groups/:pk',
);

export const importGroups = endpoint<typeof imports.importGroups>('POST', '/device-groups-excel');
export const importUsers = endpoint<typeof imports.importUsers>('POST', '/users-excel');
export const readUserImportProgress = endpoint<typeof imports.readUserImportProgress>('GET', '/users-excel/:import_id');

export const listUsers = endpointOpenToGuests<typeof users.listUsers>('GET', '/managers');
export const createUser = endpoint<typeof userChanges.createUser>('POST', '/managers');
export const readUser = endpointOpenToGuests<typeof userChanges.readUser>('GET', '/managers/:pk');
export const updateUser = endpoint<typeof userChanges.updateUser>('PUT', '/managers/:pk');
export const deleteUser = endpoint<typeof userChanges.deleteUser>('DELETE', '/managers/:pk');
export const resetUserPasswordToRandom = endpoint<typeof userChanges.resetUserPasswordToRandom>(
  'POST',
  '/managers/:pk/reset-password',
);
export const unlockUser = endpoint<typeof userChanges.unlockUser>('POST', '/managers/:pk/unlock');
export const readUserAccessDetails = endpointOpenToGuests<typeof userChanges.readUserAccessDetails>(
  'GET',
  '/managers/:pk/permissions',
);
export const readPasswordLevel = endpointOpenToGuests<typeof users.readPasswordLevel>('GET', '/password_policy');
export const readOwnApprover = endpointOpenToGuests<typeof users.readOwnApprover>('GET', '/approver');
export const searchUsers = endpointOpenToGuests<typeof users.searchUsers>('GET', '/search');

export const listNotices = endpoint<typeof notices.listNotices>('GET', '/notices');
export const readNotice = endpoint<typeof notices.readNotice>('GET', '/notices/:pk');

export const applyForPartnerAccount = endpoint<typeof partners.applyForPartnerAccount>('POST', '/partners');
export const openSessionByInvitation = endpoint<typeof partners.openSessionByInvitation>(
  'POST',
  '/partners/invitation',
);

export const listPreferences = endpointOpenToGuests<typeof preferences.listPreferences>('GET', '/user/preferences');
export const writePreference = endpoint<typeof preferences.writePreference>('PUT', '/user/preferences/:key');

export const createRemoteSessionByGet = endpointOpenToGuests<typeof remoteSessions.createRemoteSessionByGet>(
  'GET',
  '/remote_session',
);
export const readViewerVersions = endpointOpenToGuests<typeof remoteSessions.readViewerVersions>(
  'GET',
  '/remote_session/version',
);

export const readProfile = endpointOpenToGuests<typeof profile.readProfile>('GET', '/user/0');
export const createSignInLink = endpoint<typeof signInEndpoints.createSignInLink>('POST', '/login/link');
export const readUserOfSignInLink = endpoint<typeof signInEndpoints.readUserOfSignInLink>('GET', '/auth_token');
export const signIn = endpoint<typeof signInEndpoints.signIn>('POST', '/login');
export const signOut = endpointOpenToGuests<typeof signInEndpoints.signOut>('POST', '/logout');
export const updateProfile = endpoint<typeof profile.updateProfile>('PUT', '/user/0');

export const signInOrRecordAccess = endpointOpenToGuests<typeof sessions.signInOrRecordAccess>('POST', '/access');
export const endOwnSession = endpoint<typeof sessions.endOwnSession>('DELETE', '/sessions/:id');
export const endOtherSessions = endpoint<typeof sessions.endOtherSessions>('DELETE', '/sessions');
export const listSessions = endpoint<typeof sessions.listSessions>('GET', '/sessions');

export const readInstallationSettings = endpoint<typeof settings.readInstallationSettings>('GET', '/settings');

export const deleteLogo = endpoint<typeof uploads.deleteLogo>('DELETE', '/file_upload/logo');
export const uploadLogo = endpoint<typeof uploads.uploadLogo>('POST', '/file_upload');

export const createWallView = endpoint<typeof wallViews.createWallView>('POST', '/wall_views');
export const deleteWallView = endpoint<typeof wallViews.deleteWallView>('DELETE', '/wall_views/:pk');
export const listWallViews = endpointOpenToGuests<typeof wallViews.listWallViews>('GET', '/wall_views');
export const updateWallView = endpoint<typeof wallViews.updateWallView>('PUT', '/wall_views/:pk');
