/**
 * Closed lists of names on the wire. They stand apart from the schemas, so that browsers can import them. Limits:
 * `limits.ts`.
 */

/** What one sample of a device measures, in the order of its columns; the units are in `device.ts`. */
export const usageColumns = [
  'cpu_usage',
  'memory_usage',
  'memory_capacity',
  'memory_uses',
  'hdd_usage',
  'hdd_capacity',
  'hdd_uses',
  'cpu_temp',
  'hdd_temp',
  'fan_speed',
] as const;
export type UsageField = (typeof usageColumns)[number];

/** The periods of a usage history. */
export const usageSteps = ['minute', 'hour', 'day'] as const;
export type UsageStep = (typeof usageSteps)[number];

/**
 * A row of a usage history, in the order of its columns (decision 67). Of temperatures the highest is stored, of fans
 * the slowest.
 */
export const usageHistoryColumns = [
  'at',
  'samples',
  'cpu_usage_min',
  'cpu_usage_avg',
  'cpu_usage_max',
  'memory_usage_min',
  'memory_usage_avg',
  'memory_usage_max',
  'hdd_usage_min',
  'hdd_usage_avg',
  'hdd_usage_max',
  'cpu_temp_max',
  'hdd_temp_max',
  'fan_speed_min',
] as const;
export type UsageHistoryColumn = (typeof usageHistoryColumns)[number];

/** Columns that the list of devices can be sorted by. */
export const deviceSortKeys = [
  'alive',
  'alias',
  's_pub_ip',
  'mac_addr',
  'cpu_usage',
  'memory_usage',
  'hdd_usage',
  'cpu_temp',
  'dev_os_id',
  'cs_ver',
  'last_connected_time',
] as const;

/**
 * What the list of devices can be narrowed to, by the names of `GET /devices/trends` and the flag of a device; a device
 * may have several.
 */
export const deviceStatuses = [
  'online',
  'offline',
  'over_threshold',
  'alerts',
  'waiting_approval',
  'possible_clone',
] as const;

/** Orders of the list on the screen: by a column, or the devices that need a human first. */
export const deviceListOrders = ['attention', ...deviceSortKeys] as const;

/**
 * Of a wall: sizes of its tiles (`auto`: the largest with which all fit), the order, and which devices that are offline
 * have a tile.
 */
export const wallTileSizes = ['auto', 'S', 'M', 'L'] as const;
export const wallOrders = ['attention', 'name'] as const;
export const wallOfflineChoices = ['all', 'alerting'] as const;

/** What happens to an access ticket; the rules are in `domain/ticket-transitions.ts`. */
export const ticketTransitionNames = [
  'change',
  'rerequest',
  'approve',
  'reject',
  'start',
  'terminate',
  'lapse',
  'end',
  'withdraw',
  'revoke',
] as const;
export type TicketTransitionName = (typeof ticketTransitionNames)[number];

/** How a device is connected to its network. */
export const connectionMedia = ['wired', 'wireless'] as const;
export type ConnectionMedium = (typeof connectionMedia)[number];

/** What an agent can be told to do; the arguments of each are in `command.ts`. */
export const agentCommandTypes = [
  'reboot',
  'shutdown',
  'agent_restart',
  'update',
  'information',
  'process_list',
  'process_end',
  'wol',
  'application_install',
  'application_uninstall',
] as const;
export type AgentCommandType = (typeof agentCommandTypes)[number];

/** What the ledger has: a deletion is carried out by the API, and sent to no agent (CMD-12). */
export const ledgerCommandTypes = [...agentCommandTypes, 'delete'] as const;
export type CommandType = (typeof ledgerCommandTypes)[number];

/** What agents say of a command. */
export const agentCommandStates = ['accepted', 'running', 'done', 'failed'] as const;
export type AgentCommandState = (typeof agentCommandStates)[number];

/** In the order in which a command gets through them; which may follow which is in `domain/command-life.ts`. */
export const commandStates = ['queued', 'sent', ...agentCommandStates, 'expired'] as const;
export type CommandState = (typeof commandStates)[number];

/** Remote control, file transfer, remote view: a desktop that is seen and not used. */
export const remoteSessionTypes = ['rc', 'ft', 'rv'] as const;
export type RemoteSessionType = (typeof remoteSessionTypes)[number];

/**
 * Why a remote session ended (decision 65): its viewer or its agent ended it, its approved window closed or was
 * withdrawn, the user lost the right, or nothing was heard of it. `person`: by whoever is at the device, who did not
 * admit it at all with `declined`. `unanswered`: nobody there has said whether it is admitted. `refused`: one of these
 * two, by an agent that does not tell which. `admin`: by an administrator of the company. `outdated`: the viewer is
 * older than the oldest accepted one, and never started.
 */
export const remoteSessionEndReasons = [
  'viewer',
  'agent',
  'window',
  'policy',
  'replaced',
  'lost',
  'withdrawn',
  'outdated',
  'person',
  'refused',
  'admin',
  'declined',
  'unanswered',
] as const;
export type RemoteSessionEndReason = (typeof remoteSessionEndReasons)[number];

/** Why a sign-in was refused although the password was right, or the account locked (spec 1 §8). */
export const signInDenialCauses = [
  'pw_reject',
  'locked',
  'inactive',
  /** The temporary account of a ticket before the work starts; the detail is that moment. */
  'not_yet',
  'partner',
  'external_access',
  'ip_block',
  'ip_allow',
  'invalid_otp',
] as const;
export type SignInDenialCause = (typeof signInDenialCauses)[number];

/** Why an attempt to sign in to an account failed. `locked`: it was locked before, whatever the password. */
export const signInFailureCauses = ['password', 'unverified', ...signInDenialCauses] as const;
export type SignInFailureCause = (typeof signInFailureCauses)[number];

/**
 * Why a session ended. `ended_elsewhere`: by the user, from another session; `operator`: by who runs the installation;
 * `administrator`: by one of the company.
 */
export const sessionEndReasons = [
  'logout',
  'expired',
  'deactivated',
  'deleted',
  'password_changed',
  'policy',
  'replaced',
  'ended_elsewhere',
  'operator',
  'email_restored',
  'administrator',
] as const;
export type SessionEndReason = (typeof sessionEndReasons)[number];

/** What an action that is recorded may concern besides a device. The policies of a company are one subject. */
export const auditSubjectKinds = ['user', 'group', 'policy'] as const;
export type AuditSubjectKind = (typeof auditSubjectKinds)[number];

/** Lists that can be saved as a spreadsheet, by the `export_id` of the specification (spec 2 §7). */
export const exportKinds = [
  'deviceListTable',
  'auditTable',
  'approvalTable',
  'remoteHistoryTable',
  'fileHistoryTable',
  'alertHistoryTable',
  'accessHistoryTable',
  'deletedHistoryTable',
  'remoteStatisticsTable',
  'alertStatisticsTable',
  'rankingTable',
  'managersTable',
  'companyData',
] as const;
export type ExportKind = (typeof exportKinds)[number];

/** How a session was opened: in the console, an app or a viewer, by a link, or as a wall screen (decision 117). */
export const loginOrigins = ['web', 'app', 'viewer', 'link', 'screen'] as const;
export type LoginOrigin = (typeof loginOrigins)[number];

/** waiting → running → ready | failed; one that is cancelled is gone. */
export const exportStates = ['waiting', 'running', 'ready', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/** Columns that an export of devices can be sorted by; those that only Redis has are not among them. */
export const deviceExportSortKeys = [
  'alias',
  's_pub_ip',
  'mac_addr',
  'dev_os_id',
  'cs_ver',
  'last_connected_time',
] as const;

/**
 * The toggles of the permission card (spec 3 §3), with `fileTransfer` for the opposite of `disable_filetransfer`
 * (decision 28).
 */
export const permissionNames = [
  'deviceMonitor',
  'CSRemoteControl',
  'CSRemoteView',
  'CSFileManager',
  'fileTransfer',
  'useFunction',
  'viewReport',
  'modifyInformation',
  'CSDeviceManagement',
  'CSUpdate',
  'CSThumbnailView',
  'CSRestart',
] as const;
export type PermissionName = (typeof permissionNames)[number];

/** Where they apply: everywhere, in the web console, in the CS manager. */
export const permissionTargets = ['common', 'web', 'cs'] as const;
export type PermissionTarget = (typeof permissionTargets)[number];

/** What a user can do, as the page of the user tells it; the rules are in `domain/user-abilities.ts`. */
export const abilityNames = [
  'see',
  'live',
  'remote',
  'view',
  'transfer',
  'processes',
  'functions',
  'wake',
  'notes',
  'agent_restart',
  'update',
  'organise',
  'report',
  'incidents',
  'decide',
  'members',
  'administer',
] as const;
export type AbilityName = (typeof abilityNames)[number];

/**
 * What keeps a user from signing in, or limits it, in the order of the checks; the rules are in
 * `domain/account-denials.ts`.
 */
export const accountDenials = ['partner', 'inactive', 'locked', 'pw_reject', 'unverified'] as const;
export type AccountDenial = (typeof accountDenials)[number];
/** How a company limits the addresses from which its users sign in. */
export const networkLimits = ['external_access', 'ip_block', 'ip_allow'] as const;
export type NetworkLimit = (typeof networkLimits)[number];

/** What an account is for, as its owner says at sign-up. */
export const accountPurposes = ['personal', 'enterprise'] as const;
export type AccountPurpose = (typeof accountPurposes)[number];

/**
 * Why an alert ended: the value is fine again, the threshold holds no longer, the device is no longer watched, or
 * nothing was known of it for a day.
 */
export const alertEndReasons = ['recovered', 'threshold', 'device', 'silence'] as const;
export type AlertEndReason = (typeof alertEndReasons)[number];

/** What the alerts of an incident have in common. */
export const incidentCauses = ['site', 'group', 'device'] as const;
export type IncidentCauseKind = (typeof incidentCauses)[number];

/** 0 open, 1 acknowledged, 2 resolved. */
export const incidentStates = [0, 1, 2] as const;
export type IncidentState = (typeof incidentStates)[number];

/** What is told of incidents: a webhook gets JSON that is signed, the others are services for chats. */
export const postedChannelKinds = ['webhook', 'slack', 'teams', 'discord'] as const;
export type PostedChannelKind = (typeof postedChannelKinds)[number];
export const channelKinds = [...postedChannelKinds, 'mail'] as const;
export type ChannelKind = (typeof channelKinds)[number];
/** `escalated`: nobody has acknowledged it for a while. */
export const deliveryEvents = ['opened', 'escalated', 'resolved', 'test'] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
