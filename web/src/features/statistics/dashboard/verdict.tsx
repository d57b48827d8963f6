import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconDevices, IconPlugConnectedX, type Icon } from '@tabler/icons-react';
import type { Dashboard } from '@vigil/shared/contract/http/dashboard';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useViewer } from '../../../entities/session/viewer.ts';
import { useLanguage } from '../../../lib/language.ts';
import { OpenIncidents } from './open-incidents.tsx';
import classes from './dashboard.module.css';

export type DeviceCounts = Dashboard['devices'];

interface VerdictProps {
  devices: DeviceCounts;
  incidents: Dashboard['incidents'];
}

type State = 'danger' | 'warning' | 'online' | 'empty';
const icons: { readonly [S in State]: Icon } = {
  danger: IconAlertTriangle,
  warning: IconPlugConnectedX,
  online: IconCircleCheck,
  empty: IconDevices,
};

/**
 * The answer that is read from afar: an incident that nobody has taken on, else devices that are away, else all is
 * well; and where.
 */
export function Verdict({ devices, incidents }: VerdictProps) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { viewer } = useViewer();
  const untaken = incidents.open - incidents.acknowledged;
  const stateOf = (): State => {
    if (devices.total === 0) return 'empty';
    if (untaken > 0) return 'danger';
    return devices.offline > 0 || incidents.open > 0 ? 'warning' : 'online';
  };
  const state = stateOf();
  const Shape = icons[state];
  const text = (): string => {
    if (devices.total === 0) return t('verdict.no_devices');
    if (untaken > 0) return t('verdict.incidents', { count: untaken });
    if (incidents.open > 0) return t('verdict.acknowledged', { count: incidents.open });
    return devices.offline > 0 ? t('verdict.offline', { count: devices.offline }) : t('verdict.well');
  };
  return (
    <div className={classes.verdict} data-state={state}>
      <p role="status">
        <Shape size={36} stroke={1.7} aria-hidden="true" />
        <b>{text()}</b>
        {state !== 'empty' && <span>{t('verdict.online', { online: devices.online, total: devices.total })}</span>}
      </p>
      {state === 'empty' && viewer.flags.isAdmin && (
        <Button component={Link} to={`/${language}/device/all`} mt={8}>
          {t('verdict.add_first')}
        </Button>
      )}
      {incidents.open > 0 && <OpenIncidents />}
    </div>
  );
}
