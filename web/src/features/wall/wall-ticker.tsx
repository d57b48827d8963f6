import type { Incident } from '@vigil/shared/contract/http/incidents';
import { useTranslation } from 'react-i18next';
import { joinStates } from '../../entities/device/state-dot.tsx';
import { useIncidentFacts } from '../../entities/incident/use-incident-facts.ts';
import { useIncidentText } from '../../entities/incident/use-incident-text.ts';
import classes from './wall.module.css';

/** As many as fit beside each other on a wide screen. */
const MOST_SHOWN = 3;

/** The incidents that need somebody: what, how bad, for how long, and who has it. The page turns it on. */
export function WallTicker({ incidents, turns }: { incidents: readonly Incident[]; turns: number }) {
  const { t } = useTranslation('wall');
  const text = useIncidentText();
  const facts = useIncidentFacts();
  if (incidents.length === 0) return null;
  const pages = Math.ceil(incidents.length / MOST_SHOWN);
  const first = (turns % pages) * MOST_SHOWN;
  return (
    <ul className={classes.ticker} aria-label={t('incidents')}>
      {incidents.slice(first, first + MOST_SHOWN).map((incident) => (
        <li key={incident.pk} data-taken={incident.acknowledged_at !== null || undefined}>
          <b>{incident.cause === 'device' ? incident.name : text(incident)}</b> {joinStates(facts(incident))}
        </li>
      ))}
      {incidents.length > MOST_SHOWN && <li>{t('more_incidents', { count: incidents.length - MOST_SHOWN })}</li>}
    </ul>
  );
}
