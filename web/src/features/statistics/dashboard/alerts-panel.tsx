import type { Dashboard } from '@vigil/shared/contract/http/dashboard';
import type { AlertKind } from '@vigil/shared/domain/thresholds';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../../../lib/language.ts';
import { DashboardPanel } from './panel.tsx';
import classes from './dashboard.module.css';

/** The open incidents, and the open alerts by kind. */
export function AlertsPanel({ incidents, alerts }: Pick<Dashboard, 'incidents' | 'alerts'>) {
  const { t } = useTranslation(['statistics', 'bell']);
  const language = useLanguage();
  const open = alerts.filter(({ count }) => count > 0);
  const most = Math.max(...open.map(({ count }) => count), 1);
  return (
    <DashboardPanel title={t('dashboard.incidents')} to="incidents">
      <p className={classes.big} data-state={incidents.open > incidents.acknowledged ? 'danger' : undefined}>
        <b>{incidents.open}</b>
        <span>
          {incidents.acknowledged > 0
            ? t('dashboard.acknowledged', { count: incidents.acknowledged })
            : t('dashboard.open_incidents', { count: incidents.open })}
        </span>
      </p>
      {open.length === 0 ? (
        <p className={classes.none}>{t('dashboard.no_alerts')}</p>
      ) : (
        <ul className={classes.bars} aria-label={t('dashboard.alerts')}>
          {open.map(({ category, count }) => (
            <li key={category}>
              <Link to={`/${language}/statistics/log-warning?key=code&value=${category}&open=1`}>
                <span className={classes.barName}>{t(`bell:kind.${category as AlertKind}`)}</span>
                <span className={classes.barTrack} aria-hidden="true">
                  <span style={{ width: `${(count / most) * 100}%` }} />
                </span>
                <b>{count}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </DashboardPanel>
  );
}
