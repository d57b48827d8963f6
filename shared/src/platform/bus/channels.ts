import type { EventNamesAnnouncedTo } from '../../contract/announcements.ts';
import type { CompanyPk, GroupPk } from '../../contract/ids.ts';
import { companyKey } from '../redis/keys.ts';
import type { BusKind, CompanyChannelKind } from './messages.ts';

declare const kinds: unique symbol;

/** The name of a Redis channel, typed by the kinds of its messages. */
export type Channel<K extends BusKind> = string & { readonly [kinds]?: K };

/** On a cluster each channel is in the slot of its hash tag (`companyKey`). */
export const busChannels = {
  company: (company: CompanyPk): Channel<CompanyChannelKind> => companyKey(company, 'live'),
  usage: (company: CompanyPk, group: GroupPk): Channel<'system_usage'> => companyKey(company, `usage:g${group}`),
  /** Changes of what only lists show. Browsers and gateways do not receive them. */
  listed: (company: CompanyPk): Channel<'device_times'> => companyKey(company, 'listed'),
  captureRequests: (company: CompanyPk): Channel<'capture_requests'> => companyKey(company, 'capture-requests'),
  sessions: '{s}:sessions' as Channel<'session_ended' | 'user_rights'>,
  accessPolicies: '{net}:policies' as Channel<'network_policy'>,
  licenceGates: '{licence}:gates' as Channel<'licence_gate'>,
  everyone: '{all}:messages' as Channel<EventNamesAnnouncedTo<'everyone'>>,
  gateway: (gateway: string): Channel<'command' | 'watch_processes' | 'superseded'> => `{gw}:to:${gateway}`,
  replies: (worker: string): Channel<'command_reply'> => `{gw}:replies:${worker}`,
  /** The channel that a request names for its reply. */
  replyTo: (name: string): Channel<'command_reply'> => name,
  /** Binary: packed frames (`redis/frames.ts`). */
  frames: (gateway: string): string => `{gw}:frames:${gateway}`,
} as const;
