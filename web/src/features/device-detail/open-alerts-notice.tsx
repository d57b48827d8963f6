import { Anchor } from '@mantine/core';
import { alertKindOf } from '@vigil/shared/domain/thresholds';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { alertIcons } from '../../entities/incident/alert-icons.ts';
import { incidents } from '../../entities/incident/incidents.ts';
import { useAlertText } from '../../entities/incident/use-alert-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import classes from './open-alerts-notice.module.css';

/** The open alerts of a device, above everything else about it. */
export function OpenAlertsNotice({ pk }: Pick<FleetDevice, 'pk'>) {
  const { t } = useTranslation('detail');
  const time = useTimeFormat();
  const alertText = useAlertText();
  const { alerts } = useLiveData();
  const open = useSyncExternalStore(alerts.subscribe, () => alerts.alertsOf(pk));
  if (open.length === 0) return null;
  return (
    <section className={classes.notice} aria-label={t('alerts.title')}>
      <ul>
        {open.map((alert) => {
          const Shape = alertIcons[alertKindOf(alert.alert_code)];
          return (
            <li key={alert.pk} data-unknown={alert.unknown_since !== null || undefined}>
              <Shape size={16} stroke={1.7} aria-hidden="true" />
              <b>{alertText(alert)}</b>
              <span>{t('alerts.since', { time: time.minute(alert.at) })}</span>
            </li>
          );
        })}
      </ul>
      <IncidentLinks pk={pk} />
    </section>
  );
}

/** The incidents that the alerts belong to, with who takes care of them; an alert that has just begun has none yet. */
function IncidentLinks({ pk }: Pick<FleetDevice, 'pk'>) {
  const { t } = useTranslation('detail');
  const language = useLanguage();
  const query = incidents.usePage({ state: 'open', device_pk: String(pk), order: 'desc' });
  return query.data?.objects.map((incident) => (
    <Anchor key={incident.pk} component={Link} to={`/${language}/incidents/${incident.pk}`} size="sm">
      {incident.state === 0
        ? t('alerts.open_incident')
        : t('alerts.taken_incident', { name: incident.acknowledged_by })}
    </Anchor>
  ));
}
