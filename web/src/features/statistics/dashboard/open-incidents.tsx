import { Link } from 'react-router-dom';
import { incidents } from '../../../entities/incident/incidents.ts';
import { useIncidentText } from '../../../entities/incident/use-incident-text.ts';
import { useLanguage } from '../../../lib/language.ts';
import classes from './dashboard.module.css';

/** As many as a reader takes in at a glance; the panel of incidents leads to all. */
const SHOWN = 3;
/** Among which those that nobody has taken on are looked for. */
const MOST_READ = 50;

/** Where something is wrong: the newest incidents, those that nobody has taken on first. */
export function OpenIncidents() {
  const language = useLanguage();
  const textOf = useIncidentText();
  const { data } = incidents.usePage({ state: 'open', limit: MOST_READ });
  if (!data) return null;
  const shown = data.objects
    .toSorted((a, b) => Number(a.acknowledged_at !== null) - Number(b.acknowledged_at !== null))
    .slice(0, SHOWN);
  return (
    <ul className={classes.where}>
      {shown.map((incident) => (
        <li key={incident.pk}>
          <Link to={`/${language}/incidents/${incident.pk}`}>{textOf(incident)}</Link>
        </li>
      ))}
    </ul>
  );
}
