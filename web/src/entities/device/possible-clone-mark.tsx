import { useTranslation } from 'react-i18next';
import type { FleetDevice } from '../../live/fleet-device.ts';
import classes from './possible-clone-mark.module.css';

/** The mark of a device that is flagged as a possible clone. */
export function PossibleCloneMark({ device }: { device: Pick<FleetDevice, 'isPossibleClone'> }) {
  const { t } = useTranslation('devices');
  if (!device.isPossibleClone) return null;
  return (
    <span className={classes.mark} role="img" aria-label={t('clone')} title={t('clone')}>
      ⚠
    </span>
  );
}
