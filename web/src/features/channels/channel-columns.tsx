import { Badge, Button, Group } from '@mantine/core';
import type { Channel } from '@vigil/shared/contract/http/channels';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DeliveryStateBadge } from './delivery-state-badge.tsx';
import { useChannelKindNames, useChannelScopeText } from './use-channel-texts.ts';
import { useConfirmDeleteChannel } from './use-channels.ts';

interface Actions {
  onEdit: (channel: Channel) => void;
  onDeliveries: (channel: Channel) => void;
}

export function useChannelColumns({ onEdit, onDeliveries }: Actions): readonly Column<Channel>[] {
  const { t } = useTranslation(['channels', 'common']);
  const time = useTimeFormat();
  const kindNames = useChannelKindNames();
  const scopeOf = useChannelScopeText();
  const remove = useConfirmDeleteChannel();
  return [
    {
      id: 'name',
      label: t('column.name'),
      labelled: 'wide',
      render: ({ name, kind, host, to }) => (
        <>
          {name}
          <small>
            {kindNames[kind]} · {kind === 'mail' ? to.join(', ') : host}
          </small>
        </>
      ),
    },
    {
      id: 'about',
      label: t('column.about'),
      render: (channel) => {
        const { devices, alerts } = scopeOf(channel);
        return (
          <>
            {devices}
            <small>{alerts}</small>
          </>
        );
      },
    },
    {
      id: 'when',
      label: t('when'),
      render: ({ after_minutes }) => (after_minutes === null ? t('when_begin') : t('after', { count: after_minutes })),
    },
    {
      id: 'state',
      label: t('column.state'),
      labelled: 'wide',
      render: ({ is_enabled }) => (
        <Badge variant="light" tt="none" color={is_enabled ? 'green' : 'gray'} c="var(--mantine-color-text)">
          {t(is_enabled ? 'on' : 'off')}
        </Badge>
      ),
    },
    {
      id: 'last',
      label: t('column.last'),
      render: ({ last_delivery: last }) =>
        last === null ? (
          t('never')
        ) : (
          <>
            <DeliveryStateBadge state={last.state} />
            <small>{time.minute(last.at)}</small>
          </>
        ),
    },
    {
      id: 'actions',
      label: t('column.actions'),
      labelled: 'hidden',
      render: (channel) => (
        <Group gap={6} wrap="nowrap">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('test_of', { name: channel.name })}
            onClick={() => onDeliveries(channel)}
          >
            {t('test_and_deliveries')}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('edit_one', { name: channel.name })}
            onClick={() => onEdit(channel)}
          >
            {t('common:edit')}
          </Button>
          <Button
            size="compact-xs"
            variant="light"
            color="red"
            aria-label={t('delete_one', { name: channel.name })}
            onClick={() => remove(channel)}
          >
            {t('delete')}
          </Button>
        </Group>
      ),
    },
  ];
}
