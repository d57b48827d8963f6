import type { IncidentAlert } from '@vigil/shared/contract/http/incidents';
import { alertKindNumbers, alertKindOf } from '@vigil/shared/domain/thresholds';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useAlertValueText } from './use-alert-value-text.ts';

/** An alert as it is read or received; times in ISO 8601 or milliseconds since 1970. */
export type ToldAlert = Pick<
  IncidentAlert,
  'alert_code' | 'alert_value' | 'alert_limit' | 'last_value' | 'no_data' | 'sensor'
> & { unknown_since: string | number | null; at: string | number };

/**
 * What is wrong, with the value and the limit: "CPU usage 94.0% (limit 90.0%)". What is not known is said to be
 * unknown.
 */
export function useAlertText(): (alert: ToldAlert) => string {
  const { t } = useTranslation('bell');
  const time = useTimeFormat();
  const valueText = useAlertValueText();
  return ({ alert_code, alert_value, alert_limit, last_value, no_data, sensor, unknown_since, at }) => {
    const number = alertKindOf(alert_code);
    const kind = sensor === '' ? t(`kind.${number}`) : `${t(`kind.${number}`)} (${sensor})`;
    if (no_data) return t('alert.no_data', { time: time.minute(at) });
    if (number === alertKindNumbers.disconnected) return kind;
    const value = valueText(number, last_value ?? alert_value);
    if (unknown_since !== null)
      return t(value === '' ? 'alert.unknown' : 'alert.unknown_last', {
        kind,
        value,
        time: time.minute(unknown_since),
      });
    if (alert_limit === null) return `${kind} ${value}`.trim();
    return t(number === alertKindNumbers.fanSpeed ? 'alert.below' : 'alert.above', {
      kind,
      value,
      limit: valueText(number, alert_limit),
    });
  };
}
