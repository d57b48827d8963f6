import { Badge } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useMaintenanceText } from './use-maintenance-text.ts';

/** That alerts of a device are told to nobody at present, and until when. */
export function MaintenanceBadge({ device }: { device: FleetDevice }) {
  const text = useMaintenanceText()(device);
  if (text === null) return null;
  return (
    <Badge
      variant="light"
      tt="none"
      color="gray"
      c="var(--mantine-color-text)"
      leftSection={<IconTool size={13} aria-hidden="true" />}
      title={text}
    >
      {text}
    </Badge>
  );
}
