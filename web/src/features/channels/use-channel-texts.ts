import type { Channel, Delivery } from '@vigil/shared/contract/http/channels';
import type { ChannelKind } from '@vigil/shared/contract/names';
import { useTranslation } from 'react-i18next';
import { useGroups } from '../../entities/group/use-groups.ts';
import { alertKindsOf } from './channel-draft.ts';

export function useChannelKindNames(): { readonly [K in ChannelKind]: string } {
  const { t } = useTranslation('channels');
  return { webhook: t('webhook'), slack: 'Slack', teams: 'Microsoft Teams', discord: 'Discord', mail: t('mail') };
}

/** The devices and the alerts that a channel is told of. */
export function useChannelScopeText(): (channel: Channel) => { readonly devices: string; readonly alerts: string } {
  const { t } = useTranslation(['channels', 'bell']);
  const { tree } = useGroups();
  return (channel) => {
    const names = channel.group_pks?.flatMap((pk) => tree.byPk.get(pk)?.group.name ?? []);
    const numbers = alertKindsOf(channel);
    return {
      devices: names === undefined ? t('all_devices') : names.length === 0 ? t('no_group_left') : names.join(', '),
      alerts: numbers === null ? t('all_alerts') : numbers.map((one) => t(`bell:kind.${one}`)).join(', '),
    };
  };
}

/** Why a delivery failed, in words where the cause is known; else what the connection said. */
export function useDeliveryErrorText(): (delivery: Pick<Delivery, 'error' | 'status'>) => string {
  const { t } = useTranslation('channels');
  const known: Readonly<Record<string, string>> = {
    'address not allowed': t('error.address'),
    'https is required': t('error.https'),
    'too many redirects': t('error.redirects'),
    'no answer in time': t('error.timeout'),
    ECONNREFUSED: t('error.refused'),
    ENOTFOUND: t('error.not_found'),
    'too many tests': t('error.tests'),
    'channel disabled': t('error.disabled'),
  };
  return ({ error, status }) => {
    if (status !== null && error === `status ${status}`) return t('error.status', { status });
    return known[error] ?? error;
  };
}
