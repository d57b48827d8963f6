import { alertKinds, kindOf, type AlertKind } from '@vigil/shared/domain/thresholds';
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { percentText, rpmText, temperatureText } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import type { RaisedAlert } from '../../live/alerts.ts';
import { useDevice } from '../../live/use-fleet.ts';
import { EmptyNote } from '../../ui/list-state.tsx';
import classes from './bell.module.css';

const valueText: { readonly [K in AlertKind]: (value: number) => string } = {
  1: () => '',
  2: percentText,
  3: percentText,
  4: percentText,
  5: temperatureText,
  6: temperatureText,
  7: rpmText,
};

export function AlertList({ alerts, onLeave }: { alerts: readonly RaisedAlert[]; onLeave: () => void }) {
  const { t } = useTranslation('bell');
  if (alerts.length === 0) return <EmptyNote title={t('no_alerts')} text={t('no_alerts_text')} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
    <ul className={classes.list} tabIndex={0} aria-label={t('label')}>
      {alerts.map((alert) => (
        <AlertLine key={alert.pk} alert={alert} onLeave={onLeave} />
      ))}
    </ul>
  );
}

function AlertLine({ alert, onLeave }: { alert: RaisedAlert; onLeave: () => void }) {
  const { t } = useTranslation('bell');
  const language = useLanguage();
  const time = useTimeFormat();
  const [now] = useState(() => Date.now());
  const device = useDevice(alert.device_pk);
  const kind = kindOf(alert.alert_code);
  const Shape = kind === alertKinds.disconnected ? IconPlugConnectedX : IconAlertTriangle;
  const value = alert.alert_value === null ? '' : valueText[kind](alert.alert_value);
  return (
    <li>
      <Link className={classes.line} to={`/${language}/device/all/${alert.device_pk}`} onClick={onLeave}>
        <Shape size={17} stroke={1.7} className={classes.icon} aria-hidden="true" />
        <span className={classes.what}>
          <b>{device?.alias ?? t('unknown_device')}</b>
          <span>
            {t(`kind.${kind}`)} {value}
          </span>
        </span>
        <time dateTime={new Date(alert.at).toISOString()} title={time.second(alert.at)}>
          {time.ago(alert.at, Math.max(now, alert.at))}
        </time>
      </Link>
    </li>
  );
}
