import { Table } from '@mantine/core';
import { listAudits, type Audit } from '@vigil/shared/contract/http/audits';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { z } from 'zod';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NO_VALUE } from '../../lib/format.ts';
import { useServices } from '../../lib/services.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { FailedState, LoadingRows, EmptyNote } from '../../ui/list-state.tsx';
import { activityKey } from './detail-keys.ts';

/** Spec 2 §9. */
const LATEST = 10;
/** An entry with this code is a placeholder (spec 2 §2). */
const PLACEHOLDER = -1;

const known = [1, 2, 3, 4, 5, 11, 12, 13, 21, 30] as const;
type Known = (typeof known)[number];
const isKnown = (code: number): code is Known => (known as readonly number[]).includes(code);

export function ActivityTab({ pk }: { pk: DevicePk }) {
  const { t } = useTranslation('detail');
  const { api } = useServices();
  const time = useTimeFormat();
  const query = useQuery({
    queryKey: activityKey(pk),
    queryFn: async () => {
      const { objects } = await api.call(listAudits, {
        query: { by: 'create_time', order: 'desc', limit: LATEST, offset: 0, device_pk: String(pk) },
      });
      return objects.filter(({ act_name_id }) => act_name_id !== PLACEHOLDER);
    },
  });
  if (query.isPending) return <LoadingRows rows={4} />;
  if (query.isError) {
    return <FailedState title={t('activity.failed')} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data.length === 0) return <EmptyNote title={t('activity.empty')} />;
  const act = ({ act_name_id: code, new_value }: z.infer<typeof Audit>) =>
    isKnown(code) ? t(`act.${code}`, { value: new_value ?? NO_VALUE }) : t('act.other', { code });

  return (
    <Table verticalSpacing={5} horizontalSpacing="xs" fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('activity.who')}</Table.Th>
          <Table.Th>{t('activity.id')}</Table.Th>
          <Table.Th>{t('activity.when')}</Table.Th>
          <Table.Th>{t('activity.what')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {query.data.map((audit) => (
          <Table.Tr key={audit.pk}>
            <Table.Td>{audit.name}</Table.Td>
            <Table.Td>{audit.reg_mail}</Table.Td>
            <Table.Td>{time.second(audit.act_time)}</Table.Td>
            <Table.Td>{act(audit)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
