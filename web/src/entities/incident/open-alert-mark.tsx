import { IconFlame } from '@tabler/icons-react';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useAlertingDevices, useOpenAlertText } from './use-open-alert-text.ts';
import classes from './open-alert-mark.module.css';

/** The mark of a device that has open alerts. */
export function OpenAlertMark({ pk }: Pick<FleetDevice, 'pk'>) {
  const textOf = useOpenAlertText();
  const text = useAlertingDevices().has(pk) ? textOf(pk) : null;
  if (text === null) return null;
  return (
    <span className={classes.mark} role="img" aria-label={text} title={text}>
      <IconFlame size="1em" stroke={1.8} aria-hidden="true" />
    </span>
  );
}
