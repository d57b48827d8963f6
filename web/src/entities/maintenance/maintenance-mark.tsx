import { IconTool } from '@tabler/icons-react';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useMaintenanceText } from './use-maintenance-text.ts';
import classes from './maintenance-mark.module.css';

/** The mark of a device whose alerts are told to nobody at present. */
export function MaintenanceMark({ device }: { device: FleetDevice }) {
  const text = useMaintenanceText()(device);
  if (text === null) return null;
  return (
    <span className={classes.mark} role="img" aria-label={text} title={text}>
      <IconTool size="1em" stroke={1.8} aria-hidden="true" />
    </span>
  );
}
