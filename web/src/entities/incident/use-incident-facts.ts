import type { Incident } from '@vigil/shared/contract/http/incidents';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useNowEachMinute } from '../../lib/use-now.ts';
import { useAlertText } from './use-alert-text.ts';

/** How bad an open incident is, how long it lasts and who takes care of it, one fact each. */
export function useIncidentFacts(): (incident: Incident) => readonly string[] {
  const { t } = useTranslation('incidents');
  const time = useTimeFormat();
  const alertText = useAlertText();
  const now = useNowEachMinute();
  return ({ cause, leading_alert, first_at, open_count, alert_count, unknown_count, state, acknowledged_by }) => {
    const lastsS = Math.max(now - Date.parse(first_at), 0) / 1_000;
    return [
      cause === 'device' && leading_alert ? alertText(leading_alert) : '',
      t('for', { span: time.span(lastsS) }),
      alert_count > 1 ? t('still_open', { count: open_count, total: alert_count }) : '',
      unknown_count > 0 && alert_count > 1 ? t('unknown', { count: unknown_count }) : '',
      state === 1 ? t('taken', { name: acknowledged_by }) : '',
    ].filter((fact) => fact !== '');
  };
}
