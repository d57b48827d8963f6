import { Anchor } from '@mantine/core';
import type { IncidentAlert as Alert } from '@vigil/shared/contract/http/incidents';
import { alertKindOf } from '@vigil/shared/domain/thresholds';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAlertText } from '../../entities/incident/use-alert-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useNowEachMinute } from '../../lib/use-now.ts';
import { useDevice } from '../../live/use-fleet.ts';
import classes from './incidents.module.css';

const MINUTE_MS = 60_000;

interface AlertAxisProps {
  alerts: readonly Alert[];
  firstAt: string;
  /** Null while the incident is open: the axis ends now. */
  resolvedAt: string | null;
}

/** The alerts of an incident as bars from their beginning to their end, one line each. */
export function AlertTimeline({ alerts, firstAt, resolvedAt }: AlertAxisProps) {
  const { t } = useTranslation('incidents');
  const time = useTimeFormat();
  // With the end of the current minute: no alert begins after it.
  const now = useNowEachMinute() + MINUTE_MS;
  const start = Date.parse(firstAt);
  const ends = alerts.map(({ ended_at }) => (ended_at === null ? 0 : Date.parse(ended_at)));
  const end = Math.max(start + 1_000, resolvedAt === null ? now : Date.parse(resolvedAt), ...ends);
  const share = (at: number) => `${(100 * Math.min(1, Math.max(0, (at - start) / (end - start)))).toFixed(2)}%`;
  return (
    <section aria-label={t('axis')}>
      <div className={classes.scale} aria-hidden="true">
        <span>{time.second(start)}</span>
        <span>{resolvedAt === null ? t('open_now') : time.second(end)}</span>
      </div>
      <ul className={classes.axis} aria-label={t('alerts')}>
        {alerts.map((alert) => (
          <AlertBar
            key={alert.pk}
            alert={alert}
            left={share(Date.parse(alert.at))}
            right={share(alert.ended_at === null ? end : Date.parse(alert.ended_at))}
            unknown={unknownSpansOf(alert, end).map(([from, until]) => [share(from), share(until)])}
          />
        ))}
      </ul>
    </section>
  );
}

/**
 * When the value of an alert was not known, also until its end: of one that ended by silence, or by the first value
 * after it.
 */
function unknownSpansOf({ unknown_spans, unknown_since, ended_at }: Alert, end: number): (readonly [number, number])[] {
  const spans = unknown_spans.map(([from, until]) => [Date.parse(from), Date.parse(until)] as const);
  if (unknown_since === null) return spans;
  return [...spans, [Date.parse(unknown_since), ended_at === null ? end : Date.parse(ended_at)]];
}

interface AlertBarProps {
  alert: Alert;
  /** Places on the axis. */
  left: string;
  right: string;
  /** From where to where its value is not known. */
  unknown: readonly (readonly [left: string, right: string])[];
}

function AlertBar({ alert, left, right, unknown }: AlertBarProps) {
  const { t } = useTranslation(['incidents', 'bell']);
  const language = useLanguage();
  const time = useTimeFormat();
  const device = useDevice(alert.device_pk);
  const kind = t(`bell:kind.${alertKindOf(alert.alert_code)}`);
  const alertText = useAlertText();
  const told = alert.ended_at === null ? alertText(alert) : kind;
  const reason =
    alert.end_reason === null || alert.end_reason === 'recovered' ? '' : t(`end_reason.${alert.end_reason}`);
  const period = alert.ended_at === null ? time.second(alert.at) : time.period(alert.at, alert.ended_at);
  return (
    <li title={[told, period, reason].filter((part) => part !== '').join(' · ')}>
      {device ? (
        <Anchor component={Link} to={`/${language}/device/all/${alert.device_pk}`} fz="inherit">
          {device.alias}
        </Anchor>
      ) : (
        <span>{alert.device_alias}</span>
      )}
      <span className={classes.kind}>{told}</span>
      <span className={classes.track}>
        <span
          className={classes.bar}
          data-open={alert.ended_at === null || undefined}
          style={{ left, right: `calc(100% - ${right})` }}
        />
        {unknown.map(([from, until]) => (
          <span
            key={from}
            className={classes.bar}
            data-unknown
            style={{ left: from, right: `calc(100% - ${until})` }}
          />
        ))}
      </span>
    </li>
  );
}
