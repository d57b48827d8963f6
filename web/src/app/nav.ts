import type { Settings } from '@vigil/shared/contract/http/settings';
import type { Summary } from '@vigil/shared/contract/summary';
import type { Viewer } from '@vigil/shared/domain/permissions';

/** What decides which pages a user is offered. */
export interface NavContext {
  viewer: Viewer;
  settings: Pick<Settings, 'tickets'>;
  /** The policies that the company uses; each has a settings page (spec 1 §3). */
  policies: Pick<Summary, 'common_policy' | 'ip_policy'>;
  isMobile: boolean;
}

interface Entry<Id extends string> {
  /** Its text is `shell:nav.<id>`. */
  id: Id;
  /** Without the language. */
  path: string;
  /** The entry is current on all addresses that begin with this. */
  prefix: string;
  shown: (context: NavContext) => boolean;
  /** A page that does not exist yet is not offered. */
  ready: boolean;
}

const everyUser = (): boolean => true;
/** The temporary account of a ticket has its devices and the downloads for their remote control. */
const isLasting = ({ viewer }: NavContext): boolean => !viewer.isTemporary;
/** Sub-managers see the users who ask them for access. */
const isInCharge = ({ viewer }: NavContext): boolean => viewer.flags.isAdmin || viewer.flags.isSubManager;
/** Sessions by invitation make nothing that outlives them. */
const isOwnSession = ({ viewer }: NavContext): boolean => !viewer.isGuest;
const isAdmin = ({ viewer }: NavContext): boolean => viewer.flags.isAdmin;

type HeaderId = 'devices' | 'application' | 'config' | 'account' | 'dashboard' | 'ticket' | 'download';
type ManageId = 'profile' | 'updates' | 'users' | 'groups' | 'requests' | 'functions' | 'blocking' | 'audit' | 'tokens';
type SupportId = 'download' | 'notices';

/** The header (spec 1 §2). */
export const headerEntries: readonly Entry<HeaderId>[] = [
  { id: 'devices', path: 'device/all', prefix: 'device', shown: everyUser, ready: true },
  { id: 'application', path: 'application/all', prefix: 'application', shown: isLasting, ready: true },
  { id: 'config', path: 'appconfig', prefix: 'appconfig', shown: isLasting, ready: true },
  { id: 'account', path: 'management/profile', prefix: 'management', shown: isLasting, ready: true },
  {
    id: 'dashboard',
    path: 'statistics',
    prefix: 'statistics',
    shown: ({ viewer }) => viewer.isCorporate && (viewer.flags.isAdmin || viewer.flags.viewReport),
    ready: false,
  },
  {
    id: 'ticket',
    path: 'access-ticket/request',
    prefix: 'access-ticket',
    shown: (context) => context.settings.tickets && isLasting(context),
    ready: true,
  },
  { id: 'download', path: 'support/downloads', prefix: 'support', shown: everyUser, ready: true },
];

/** The side menu of the account pages (spec 2 §2, profile screen; guards of spec 1 §6). */
export const manageEntries: readonly Entry<ManageId>[] = [
  { id: 'profile', path: 'management/profile', prefix: 'management/profile', shown: everyUser, ready: true },
  {
    id: 'users',
    path: 'management/managers',
    prefix: 'management/managers',
    shown: (context) => isInCharge(context) && !context.isMobile,
    ready: true,
  },
  { id: 'groups', path: 'management/groups', prefix: 'management/groups', shown: isAdmin, ready: true },
  {
    id: 'updates',
    path: 'management/agent-updates',
    prefix: 'management/agent-updates',
    shown: isAdmin,
    ready: true,
  },
  { id: 'requests', path: 'management/access', prefix: 'management/access', shown: everyUser, ready: true },
  {
    id: 'functions',
    path: 'management/settings/functions',
    prefix: 'management/settings/functions',
    shown: (context) => isAdmin(context) && context.policies.common_policy === 1,
    ready: true,
  },
  {
    id: 'blocking',
    path: 'management/settings/blocking',
    prefix: 'management/settings/blocking',
    shown: (context) => isAdmin(context) && context.policies.ip_policy === 1,
    ready: true,
  },
  {
    id: 'tokens',
    path: 'management/api-tokens',
    prefix: 'management/api-tokens',
    shown: isOwnSession,
    ready: true,
  },
  { id: 'audit', path: 'management/audit', prefix: 'management/audit', shown: isAdmin, ready: true },
];

export const supportEntries: readonly Entry<SupportId>[] = [
  { id: 'download', path: 'support/downloads', prefix: 'support/downloads', shown: everyUser, ready: true },
  { id: 'notices', path: 'support/notice', prefix: 'support/notice', shown: everyUser, ready: true },
];

export type NavEntry = Entry<HeaderId | ManageId | SupportId>;

export const offeredEntries = <E extends NavEntry>(entries: readonly E[], context: NavContext): readonly E[] =>
  entries.filter(({ ready, shown }) => ready && shown(context));

/** Whether an address (without the language) belongs to an entry. */
export const isCurrent = ({ prefix }: Pick<NavEntry, 'prefix'>, path: string): boolean =>
  // The lists of `access` have addresses such as `access-history` (spec 3 §1).
  path === prefix || path.startsWith(`${prefix}/`) || (prefix === 'management/access' && path.startsWith(`${prefix}-`));
