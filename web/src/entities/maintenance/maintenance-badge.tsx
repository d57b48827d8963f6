import { Badge } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNowEachSecond } from '../../lib/use-now.ts';
import type { FleetDevice } from '../../live/fleet-store.ts';
import { useTimeFormat } from '../session/use-time-format.ts';
import { maintenanceOf, useMaintenanceWindows } from './maintenance-windows.ts';

/** That alerts of a device are told to nobody at present, and until when. */
export function MaintenanceBadge({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('maintenance');
  const time = useTimeFormat();
  const now = useNowEachSecond();
  const { data: windows = [] } = useMaintenanceWindows();
  const found = maintenanceOf(device, windows, now);
  if (!found) return null;
  return (
    <Badge
      variant="light"
      tt="none"
      color="gray"
      c="var(--mantine-color-text)"
      leftSection={<IconTool size={13} aria-hidden="true" />}
      title={found.reason}
    >
      {t('badge', { time: time.minute(found.until) })}
    </Badge>
  );
}
