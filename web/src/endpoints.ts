import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';
import type * as accounts from '@vigil/shared/contract/http/accounts';
import type * as agents from '@vigil/shared/contract/http/agents';
import type * as appConfigs from '@vigil/shared/contract/http/app-configs';
import type * as approvals from '@vigil/shared/contract/http/approvals';
import type * as audits from '@vigil/shared/contract/http/audits';
import type * as commands from '@vigil/shared/contract/http/commands';
import type * as devices from '@vigil/shared/contract/http/devices';
import type * as downloads from '@vigil/shared/contract/http/downloads';
import type * as favourites from '@vigil/shared/contract/http/favourites';
import type * as groups from '@vigil/shared/contract/http/groups';
import type * as managers from '@vigil/shared/contract/http/managers';
import type * as notices from '@vigil/shared/contract/http/notices';
import type * as partners from '@vigil/shared/contract/http/partners';
import type * as preferences from '@vigil/shared/contract/http/preferences';
import type * as session from '@vigil/shared/contract/http/session';
import type * as sessions from '@vigil/shared/contract/http/sessions';
import type * as settings from '@vigil/shared/contract/http/settings';
import type * as uploads from '@vigil/shared/contract/http/uploads';

/**
 * An endpoint as the client knows it. Its declaration, with the schemas, stays on the servers, which do not trust the
 * client anyway: schemas in the browser would cost a sixth of the first page. A method or path that differs from the
 * declaration does not compile.
 */
export interface ClientEndpoint<E extends AnyEndpoint> {
  readonly method: E['method'];
  readonly path: E['path'];
  /** For the compiler only: what goes in and what comes out. */
  readonly declaration?: E;
}

const endpoint = <E extends AnyEndpoint>(method: E['method'], path: E['path']): ClientEndpoint<E> => ({ method, path });

export const checkAvailability = endpoint<typeof accounts.checkAvailability>('GET', '/check');
export const exchangeLinkToken = endpoint<typeof accounts.exchangeLinkToken>('GET', '/auth_token');
export const findId = endpoint<typeof accounts.findId>('POST', '/findID');
export const readLink = endpoint<typeof accounts.readLink>('GET', '/resetPW');
export const resetPassword = endpoint<typeof accounts.resetPassword>('POST', '/resetPW');
export const signUp = endpoint<typeof accounts.signUp>('POST', '/join');
export const verifyEmail = endpoint<typeof accounts.verifyEmail>('POST', '/email_auth');

export const createEnrolToken = endpoint<typeof agents.createEnrolToken>('POST', '/agents/enrol-tokens');

export const listAppConfigs = endpoint<typeof appConfigs.listAppConfigs>('GET', '/appconfig');

export const listApprovals = endpoint<typeof approvals.listApprovals>('GET', '/approvals');
export const postApproval = endpoint<typeof approvals.postApproval>('POST', '/approvals');

export const listAudits = endpoint<typeof audits.listAudits>('GET', '/audits');

export const issueBulk = endpoint<typeof commands.issueBulk>('POST', '/remoteControl/bulk');
export const issueCommand = endpoint<typeof commands.issueCommand>('PUT', '/remoteControl/:guid');
export const listCommands = endpoint<typeof commands.listCommands>('GET', '/remoteControl/commands');

export const approveDevice = endpoint<typeof devices.approveDevice>('PUT', '/devices/:pk/approval');
export const deleteDevice = endpoint<typeof devices.deleteDevice>('DELETE', '/devices/:pk');
export const moveDevices = endpoint<typeof devices.moveDevices>('POST', '/devices/move');
export const readDevice = endpoint<typeof devices.readDevice>('GET', '/devices/:pk');
export const readSnapshot = endpoint<typeof devices.readSnapshot>('GET', '/devices/snapshot');
export const readSummary = endpoint<typeof devices.readSummary>('GET', '/devices/summary');
export const readUsage = endpoint<typeof devices.readUsage>('GET', '/devices/system_usage');
export const updateDevice = endpoint<typeof devices.updateDevice>('PUT', '/devices/:pk');

export const listDownloads = endpoint<typeof downloads.listDownloads>('GET', '/downloads');

export const addFavourite = endpoint<typeof favourites.addFavourite>('POST', '/favorate');
export const removeFavourite = endpoint<typeof favourites.removeFavourite>('DELETE', '/favorate');

export const createGroup = endpoint<typeof groups.createGroup>('POST', '/device-groups');
export const deleteGroup = endpoint<typeof groups.deleteGroup>('DELETE', '/device-groups/:pk');
export const listGroups = endpoint<typeof groups.listGroups>('GET', '/device-groups');
export const updateGroup = endpoint<typeof groups.updateGroup>('PUT', '/device-groups/:pk');

export const readApprover = endpoint<typeof managers.readApprover>('GET', '/approver');
export const searchPeople = endpoint<typeof managers.searchPeople>('GET', '/search');

export const listNotices = endpoint<typeof notices.listNotices>('GET', '/notices');
export const readNotice = endpoint<typeof notices.readNotice>('GET', '/notices/:pk');

export const applyAsPartner = endpoint<typeof partners.applyAsPartner>('POST', '/partners');
export const useInvitation = endpoint<typeof partners.useInvitation>('POST', '/partners/invitation');

export const readPreference = endpoint<typeof preferences.readPreference>('GET', '/user/preferences/:key');
export const writePreference = endpoint<typeof preferences.writePreference>('PUT', '/user/preferences/:key');

export const readProfile = endpoint<typeof session.readProfile>('GET', '/user/0');
export const signIn = endpoint<typeof session.signIn>('POST', '/login');
export const signOut = endpoint<typeof session.signOut>('POST', '/logout');
export const updateProfile = endpoint<typeof session.updateProfile>('PUT', '/user/0');

export const access = endpoint<typeof sessions.access>('POST', '/access');
export const endOneSession = endpoint<typeof sessions.endOneSession>('DELETE', '/sessions/:id');
export const endOtherSessions = endpoint<typeof sessions.endOtherSessions>('DELETE', '/sessions');
export const listSessions = endpoint<typeof sessions.listSessions>('GET', '/sessions');

export const readSettings = endpoint<typeof settings.readSettings>('GET', '/settings');

export const deleteLogo = endpoint<typeof uploads.deleteLogo>('DELETE', '/file_upload/logo');
export const uploadFile = endpoint<typeof uploads.uploadFile>('POST', '/file_upload');
