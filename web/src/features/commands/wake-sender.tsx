import { Alert, Select } from '@mantine/core';
import { issueCommand } from '@vigil/shared/contract/http/commands';
import type { DevicePk, Guid } from '@vigil/shared/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../lib/services.ts';

const AUTOMATIC = 'auto';

interface WakeSenderProps {
  guid: Guid;
  value: DevicePk | null;
  onChange: (sender: DevicePk | null) => void;
}

/** The neighbour that sends the wake-up packet; chosen by the server unless the user selects one. */
export function WakeSender({ guid, value, onChange }: WakeSenderProps) {
  const { t } = useTranslation('commands');
  const { api } = useServices();
  const senders = useQuery({
    queryKey: ['wol-list', guid],
    queryFn: async () => {
      const { objects } = await api.call(issueCommand, { params: { guid }, body: { type: 'wol_list' } });
      return 'objects' in objects ? objects.objects : [];
    },
    staleTime: 0,
  });
  if (senders.data?.length === 0) {
    return (
      <Alert color="yellow" variant="light" mt="md">
        {t('wol_none')}
      </Alert>
    );
  }
  return (
    <Select
      mt="md"
      label={t('wol_sender')}
      data={[
        { value: AUTOMATIC, label: t('wol_auto') },
        ...(senders.data ?? []).map(({ pk, alias, s_pri_ip }) => ({
          value: String(pk),
          label: s_pri_ip === null ? alias : `${alias} (${s_pri_ip})`,
        })),
      ]}
      value={value === null ? AUTOMATIC : String(value)}
      onChange={(next) => onChange(next === null || next === AUTOMATIC ? null : (Number(next) as DevicePk))}
      error={senders.isError ? t('wol_failed') : null}
      allowDeselect={false}
    />
  );
}
