import type { Channel } from '@vigil/shared/contract/http/channels';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { MAX_ESCALATION_MINUTES } from '@vigil/shared/contract/limits';
import type { ChannelKind } from '@vigil/shared/contract/names';
import { alertCodesOf, alertKindOf } from '@vigil/shared/domain/thresholds';
import type { AlertKind } from '@vigil/shared/domain/thresholds';
import { isEmail } from '../../entities/credentials/sign-up-rules.ts';

const USUAL_WAIT_MINUTES = 15;

export interface ChannelDraft {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly url: string;
  /** The addresses that get mail. */
  readonly to: readonly string[];
  readonly isOfGroups: boolean;
  readonly groups: readonly string[];
  /** None stands for all. */
  readonly alerts: readonly AlertKind[];
  readonly isEscalation: boolean;
  readonly minutes: number | string;
  readonly isEnabled: boolean;
}

export const newChannelDraft: ChannelDraft = {
  name: '',
  kind: 'webhook',
  url: '',
  to: [],
  isOfGroups: false,
  groups: [],
  alerts: [],
  isEscalation: false,
  minutes: USUAL_WAIT_MINUTES,
  isEnabled: true,
};

/** The kinds of alerts that a channel is told of, each once; null for all. */
export const alertKindsOf = ({ alert_codes }: Pick<Channel, 'alert_codes'>): AlertKind[] | null =>
  alert_codes && [...new Set(alert_codes.map(alertKindOf))].toSorted((a, b) => a - b);

/** @param isKnown whether a group exists in the sight of the viewer: those that were deleted are left out */
export const channelDraftOf = (channel: Channel, isKnown: (pk: GroupPk) => boolean): ChannelDraft => ({
  name: channel.name,
  kind: channel.kind,
  url: '',
  to: channel.to,
  isOfGroups: channel.group_pks !== null,
  groups: (channel.group_pks ?? []).filter(isKnown).map(String),
  alerts: alertKindsOf(channel) ?? [],
  isEscalation: channel.after_minutes !== null,
  minutes: channel.after_minutes ?? USUAL_WAIT_MINUTES,
  isEnabled: channel.is_enabled === 1,
});

export type DraftFault = 'url' | 'to' | 'groups' | 'minutes';

const isUrl = (text: string): boolean => /^https?:$/u.test(URL.parse(text)?.protocol ?? '');

/** What is missing or wrong beside the name. An address that is left empty stays as it is stored. */
export function faultOf(draft: ChannelDraft, isNew: boolean): DraftFault | null {
  const { isOfGroups, groups, isEscalation, minutes } = draft;
  if (draft.kind === 'mail') {
    if (draft.to.length === 0 || !draft.to.every(isEmail)) return 'to';
  } else {
    const typed = draft.url.trim();
    if (typed === '' ? isNew : !isUrl(typed)) return 'url';
  }
  if (isOfGroups && groups.length === 0) return 'groups';
  const count = Number(minutes);
  const isInRange = Number.isInteger(count) && count >= 1 && count <= MAX_ESCALATION_MINUTES;
  return isEscalation && !isInRange ? 'minutes' : null;
}

/** Where a new channel leads. */
export const channelTargetOf = ({ kind, url, to }: ChannelDraft) =>
  kind === 'mail' ? { kind, to: [...to] } : { kind, url: url.trim() };

/** Where an edited channel leads; nothing where that stays. */
export function changedTargetOf({ kind, url, to }: ChannelDraft) {
  if (kind === 'mail') return { to: [...to] };
  return url.trim() === '' ? {} : { url: url.trim() };
}

/**
 * @param before the channel as it is: codes of single systems, which programs may set, stay while the alerts are the
 *   same
 */
export function channelBodyOf(draft: ChannelDraft, before: Channel | null) {
  const { name, isOfGroups, groups, alerts, isEscalation, minutes, isEnabled } = draft;
  const isSame = before?.alert_codes && alertKindsOf(before)?.join() === alerts.join();
  return {
    name: name.trim(),
    group_pks: isOfGroups ? (groups.map(Number) as GroupPk[]) : null,
    alert_codes: isSame ? before.alert_codes : alerts.length === 0 ? null : alerts.flatMap(alertCodesOf),
    after_minutes: isEscalation ? Number(minutes) : null,
    is_enabled: isEnabled ? (1 as const) : (0 as const),
  };
}
