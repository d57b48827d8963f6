import type { Dashboard } from '@vigil/shared/contract/http/dashboard';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../entities/session/viewer.ts';
import { DashboardPanel } from './panel.tsx';
import classes from './dashboard.module.css';

interface LicencePanelProps {
  licence: NonNullable<Dashboard['licence']>;
}

/** How much of the licences is in use. */
export function LicencePanel({ licence: { devices, volume } }: LicencePanelProps) {
  const { t } = useTranslation('statistics');
  const { viewer } = useViewer();
  const share = volume === 0 ? 100 : Math.min(100, (devices / volume) * 100);
  return (
    <DashboardPanel title={t('dashboard.licence')} to={viewer.flags.isAdmin ? 'management/license' : null}>
      <div className={classes.licence} data-full={devices >= volume || undefined}>
        <span className={classes.barTrack} aria-hidden="true">
          <span style={{ width: `${share}%` }} />
        </span>
        <span>{t('dashboard.licence_use', { devices, volume })}</span>
      </div>
    </DashboardPanel>
  );
}
