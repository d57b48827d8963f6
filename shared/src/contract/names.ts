/** Closed lists of names on the wire. They stand apart from the schemas, so that browsers can import them. */

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

/** What a device can be told to do; the arguments of each are in `command.ts`. */
export const commandTypes = [
  'reboot',
  'shutdown',
  'agent_restart',
  'update',
  'information',
  'process_list',
  'delete',
  'wol',
] as const;
export type CommandType = (typeof commandTypes)[number];

/** queued → sent → accepted → running → done | failed | expired; the last three are final. */
export const commandStates = ['queued', 'sent', 'accepted', 'running', 'done', 'failed', 'expired'] as const;
export type CommandState = (typeof commandStates)[number];

export const isFinal = (state: CommandState): boolean => state === 'done' || state === 'failed' || state === 'expired';

/** Why a sign-in was refused although the password was right, or the account locked (spec 1 §8). */
export const loginCauses = [
  'pw_reject',
  'locked',
  'inactive',
  'partner',
  'external_access',
  'ip_block',
  'ip_allow',
  'invalid_otp',
] as const;
export type LoginCause = (typeof loginCauses)[number];

/** Why a session ended. `ended_elsewhere`: by the user, from another session; `operator`: by who runs the installation. */
export const sessionEnds = [
  'logout',
  'expired',
  'deactivated',
  'password_changed',
  'policy',
  'replaced',
  'ended_elsewhere',
  'operator',
  'email_restored',
] as const;
export type SessionEnd = (typeof sessionEnds)[number];
