import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { BulkJobRow } from '@vigil/shared/contract/http/device-bulk';
import { readBulkJob } from '@vigil/shared/contract/routes/devices';
import { useTranslation } from 'react-i18next';
import type { bulkSkippedDevicesDialog } from '../../entities/device/dialogs.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { downloadCsv, safeFileName } from '../../lib/csv.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemCodeText } from '../../lib/use-problem-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { DeviceLines, ReasonText } from './device-lines.tsx';

/** The devices that a bulk change has left out, each with its reason. */
export function SkippedDevicesDialog({ request, onClose }: DialogProps<typeof bulkSkippedDevicesDialog>) {
  const { id, action, refused, total } = request;
  const { t } = useTranslation(['commands', 'common']);
  const { api } = useServices();
  const time = useTimeFormat();
  const codeText = useProblemCodeText();
  const query = useQuery({
    queryKey: ['left-out', id],
    queryFn: async () => {
      const all = { outcome: 'refused', search_mode: 'all' } as const;
      return (await api.call(readBulkJob, { params: { id }, query: all })).objects;
    },
    // They do not change; but the user may not see a device any more.
    gcTime: 0,
  });
  const rows = query.data ?? [];
  const nameOf = ({ alias }: BulkJobRow) => alias ?? t('not_visible');
  const reasonOf = ({ outcome }: BulkJobRow) => codeText(outcome ?? '');
  const save = () => {
    const title = [t('left_out_columns.device'), t('left_out_columns.reason')];
    const name = safeFileName(t(`type.${action}`), time.wall(Date.now()).slice(0, 10));
    downloadCsv(name, [title, ...rows.map((row) => [nameOf(row), reasonOf(row)])]);
  };

  return (
    <Dialog title={t('left_out_title', { count: refused })} size="lg" onClose={onClose}>
      <Text size="sm" c="dimmed" mb="sm">
        {t(`type.${action}`)} · {t('progress', { done: total - refused, total })}
      </Text>
      <QueryContent query={query} failed={t('left_out_failed')} loading={4}>
        {(lines) => (
          <DeviceLines
            lines={lines}
            keyOf={({ device_pk }) => device_pk}
            label={t('left_out_title', { count: refused })}
          >
            {(row) => (
              <>
                <span>{nameOf(row)}</span>
                <ReasonText text={reasonOf(row)} />
              </>
            )}
          </DeviceLines>
        )}
      </QueryContent>
      <Group justify="space-between" mt="lg">
        <Button variant="default" leftSection={<IconDownload size={14} />} disabled={rows.length === 0} onClick={save}>
          {t('save_csv')}
        </Button>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </Group>
    </Dialog>
  );
}
