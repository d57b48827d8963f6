import type { Incident } from '@vigil/shared/contract/http/incidents';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';

/**
 * In a few words who is told next, else who was told last, because nobody acknowledges it; empty where no channel waits
 * for that.
 */
export function useEscalationText(): (incident: Pick<Incident, 'escalations'>) => string {
  const { t } = useTranslation('incidents');
  const time = useTimeFormat();
  return ({ escalations }) => {
    const next = escalations.find(({ told }) => !told);
    if (next) return t('escalation.next', { channel: next.channel, time: time.minute(next.at) });
    const last = escalations.at(-1);
    return last ? t('escalation.told', { channel: last.channel }) : '';
  };
}
