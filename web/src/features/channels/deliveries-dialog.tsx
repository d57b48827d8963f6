import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { Channel, Delivery } from '@vigil/shared/contract/http/channels';
import { testChannel } from '@vigil/shared/contract/routes/alerts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { ListState } from '../../ui/read-state.tsx';
import { DeliveryStateBadge } from './delivery-state-badge.tsx';
import { useDeliveryErrorText } from './use-channel-texts.ts';
import { channels, useDeliveries } from './use-channels.ts';

/** What a channel was told lately, and a test of it, whose result is the first line. */
export function DeliveriesDialog({ channel: { pk, name }, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useTranslation('channels');
  const change = channels.useChange();
  const problemText = useProblemText();
  const query = useDeliveries(pk);
  const columns = useDeliveryColumns();
  const test = useSingleFlightMutation({
    mutationFn: async () => (await change(testChannel, { params: { pk: String(pk) } })).objects[0],
  });
  const tested = query.data?.find((delivery) => delivery.pk === test.data);
  return (
    <Dialog title={t('deliveries_of', { name })} size="xl" onClose={onClose}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t('deliveries_text')}
          </Text>
          <Button
            leftSection={<IconSend size={16} aria-hidden="true" />}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {t('test')}
          </Button>
        </Group>
        {test.error && <FormMessage kind="refused">{problemText(test.error)}</FormMessage>}
        {tested && <TestResult delivery={tested} />}
        <ListState
          rows={query.data}
          query={query}
          failed={t('deliveries_failed')}
          loading={4}
          empty={{ title: t('no_deliveries'), text: t('no_deliveries_text') }}
        >
          {(rows) => <DataTable rows={rows} pkOf={(delivery) => delivery.pk} columns={columns} />}
        </ListState>
      </Stack>
    </Dialog>
  );
}

function TestResult({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('channels');
  const errorText = useDeliveryErrorText();
  const { state, status, duration_ms, error } = delivery;
  if (state === 'delivered')
    return (
      <FormMessage kind="done">
        {status === null ? t('test_mailed') : t('test_done', { status, duration: duration_ms })}
      </FormMessage>
    );
  if (error !== '') return <FormMessage kind="refused">{t('test_failed', { error: errorText(delivery) })}</FormMessage>;
  return <FormMessage kind="note">{t('test_waits')}</FormMessage>;
}

function useDeliveryColumns(): readonly Column<Delivery>[] {
  const { t } = useTranslation('channels');
  const time = useTimeFormat();
  const language = useLanguage();
  const errorText = useDeliveryErrorText();
  return [
    { id: 'at', label: t('delivery.at'), labelled: 'wide', render: ({ created_at }) => time.second(created_at) },
    {
      id: 'event',
      label: t('delivery.event'),
      render: ({ event, incident_pk }) =>
        incident_pk === null ? (
          t(`event.${event}`)
        ) : (
          <Link to={`/${language}/incidents/${incident_pk}?state=all`}>{t(`event.${event}`)}</Link>
        ),
    },
    {
      id: 'state',
      label: t('column.state'),
      labelled: 'wide',
      render: ({ state, next_try_at, tries }) => (
        <>
          <DeliveryStateBadge state={state} />
          {next_try_at !== null && <small>{t('next_try', { time: time.minute(next_try_at) })}</small>}
          {next_try_at === null && tries > 1 && <small>{t('tries', { count: tries })}</small>}
        </>
      ),
    },
    {
      id: 'answer',
      label: t('delivery.answer'),
      render: (delivery) => {
        const { state, status, duration_ms, error } = delivery;
        // Only mail is over without an answer.
        if (state === 'delivered' && status === null) return t('mailed');
        const answer = [status, duration_ms !== null && t('duration', { count: duration_ms })].filter(Boolean);
        return (
          <>
            {answer.join(' · ')}
            {error !== '' && <small>{errorText(delivery)}</small>}
          </>
        );
      },
    },
  ];
}
