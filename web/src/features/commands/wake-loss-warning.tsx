import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { previewWakeLoss } from '@vigil/shared/contract/routes/devices';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../lib/services.ts';

const NAMED = 5;

/** Warns, before devices are turned off, which ones no device could wake any more. */
export function WakeLossWarning({ pks }: { pks: readonly DevicePk[] }) {
  const { t } = useTranslation('commands');
  const { api } = useServices();
  const unwakeable = useQuery({
    queryKey: ['wake-loss', pks],
    queryFn: () => api.call(previewWakeLoss, { body: { device_pks: [...pks] } }),
    enabled: pks.length > 0,
    staleTime: 0,
  });
  if (!unwakeable.data || unwakeable.data.meta.total_count === 0) return null;
  const count = unwakeable.data.meta.total_count;
  const names = unwakeable.data.objects.slice(0, NAMED).map(({ alias }) => alias);
  return (
    <Alert color="yellow" variant="light" mt="md" role="status">
      <b>{t('wake_loss', { count })}</b>
      <br />
      {names.join(', ')}
      {count > names.length && ` ${t('and_more', { count: count - names.length })}`}
    </Alert>
  );
}
