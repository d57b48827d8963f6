import { Table, Text } from '@mantine/core';
import { listCommands } from '@vigil/shared/contract/http/commands';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../lib/services.ts';
import { useCodeText } from '../../lib/use-problem-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { CommandStateLabel } from '../../entities/command/command-state.tsx';
import { FailedState, LoadingRows, EmptyNote } from '../../ui/list-state.tsx';
import { commandsKey } from './detail-keys.ts';

const LATEST = 20;

/** The commands of this device and their results. */
export function CommandsTab({ pk }: { pk: DevicePk }) {
  const { t } = useTranslation(['detail', 'commands']);
  const { api } = useServices();
  const time = useTimeFormat();
  const codeText = useCodeText();
  const query = useQuery({
    queryKey: commandsKey(pk),
    queryFn: async () =>
      (await api.call(listCommands, { query: { device_pk: String(pk), order: 'desc', limit: LATEST } })).objects,
  });
  if (query.isPending) return <LoadingRows rows={4} />;
  if (query.isError) {
    return <FailedState title={t('commands.failed')} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data.length === 0) return <EmptyNote title={t('commands.empty')} />;
  return (
    <Table verticalSpacing={5} horizontalSpacing="xs" fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('commands.what')}</Table.Th>
          <Table.Th>{t('commands.state')}</Table.Th>
          <Table.Th>{t('commands.when')}</Table.Th>
          <Table.Th>{t('commands.who')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {query.data.map(({ id, type, state, percent, message, created_at, issuer_name }) => (
          <Table.Tr key={id}>
            <Table.Td>{t(`commands:type.${type}`)}</Table.Td>
            <Table.Td>
              <CommandStateLabel state={state} percent={percent} />
              {message !== null && message !== '' && (
                <Text size="xs" c="dimmed">
                  {codeText(message)}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{time.second(created_at)}</Table.Td>
            <Table.Td>{issuer_name}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
