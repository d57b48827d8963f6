import { Alert, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WakeSenderCandidate } from '@vigil/shared/contract/http/commands';
import type { DevicePk, DeviceGuid } from '@vigil/shared/contract/ids';
import { issueCommand } from '@vigil/shared/contract/routes/commands';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useServices } from '../../lib/services.ts';

const AUTOMATIC = 'auto';

interface WakeSenderProps {
  guid: DeviceGuid;
  value: DevicePk | null;
  onChange: (sender: DevicePk | null) => void;
}

/** The neighbour that sends the wake-up packet. By itself the server chooses several; the best ones come first. */
export function WakeSenderSelect({ guid, value, onChange }: WakeSenderProps) {
  const { t } = useTranslation('commands');
  const { api } = useServices();
  const time = useTimeFormat();
  const list = useQuery({
    queryKey: ['wol-list', guid],
    queryFn: async () => {
      const { objects } = await api.call(issueCommand, { params: { guid }, body: { type: 'wol_list' } });
      return 'objects' in objects ? objects : { objects: [], last_proven_at: null };
    },
    staleTime: 0,
  });
  const senders = list.data?.objects;
  const woken = list.data?.last_proven_at ?? null;
  const labelOf = ({ alias, s_pri_ip, last_proven_at }: WakeSenderCandidate) => {
    const name = s_pri_ip === null ? alias : `${alias} (${s_pri_ip})`;
    return last_proven_at === null ? name : t('wol_proven', { name, time: time.minute(last_proven_at) });
  };
  if (senders?.length === 0) {
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
      description={woken !== null && t('wol_woken', { time: time.minute(woken) })}
      data={[
        { value: AUTOMATIC, label: t('wol_auto') },
        ...(senders ?? []).map((sender) => ({ value: String(sender.pk), label: labelOf(sender) })),
      ]}
      value={value === null ? AUTOMATIC : String(value)}
      onChange={(next) => onChange(next === null || next === AUTOMATIC ? null : (Number(next) as DevicePk))}
      error={list.isError ? t('wol_failed') : null}
      allowDeselect={false}
    />
  );
}
