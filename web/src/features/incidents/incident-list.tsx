import { Badge, Checkbox } from '@mantine/core';
import type { Incident } from '@vigil/shared/contract/http/incidents';
import type { IncidentState } from '@vigil/shared/contract/names';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { iconOfIncident } from '../../entities/incident/incident-icon.ts';
import { useIncidentFacts } from '../../entities/incident/use-incident-facts.ts';
import { useIncidentText } from '../../entities/incident/use-incident-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
import type { KeptSelection } from '../../lib/use-row-selection.ts';
import { useEscalationText } from './use-escalation-text.ts';
import classes from './incidents.module.css';

const colours: { readonly [S in IncidentState]: string } = { 0: 'red', 1: 'yellow', 2: 'gray' };

export function StateBadge({ state }: { state: IncidentState }) {
  const { t } = useTranslation('incidents');
  return (
    <Badge variant="light" tt="none" color={colours[state]} c="var(--mantine-color-text)">
      {t(`state.${state}`)}
    </Badge>
  );
}

interface IncidentListProps {
  incidents: readonly Incident[];
  /** Of the address, so that the list stays as it is when one is opened. */
  urlQuery: string;
  /** Of those that nobody has acknowledged; null where the viewer may not. */
  selection: Pick<KeptSelection<Incident, Incident['pk']>, 'selected' | 'onSelect'> | null;
}

export function IncidentList({ incidents, urlQuery, selection }: IncidentListProps) {
  const { t } = useTranslation('incidents');
  const language = useLanguage();
  const time = useTimeFormat();
  const textOf = useIncidentText();
  const factsOf = useIncidentFacts();
  const escalationText = useEscalationText();
  return (
    <ul className={classes.list} aria-label={t('title')}>
      {incidents.map((incident) => {
        const { pk, state, first_at, resolved_at } = incident;
        const Shape = iconOfIncident(incident);
        const seconds = resolved_at === null ? 0 : (Date.parse(resolved_at) - Date.parse(first_at)) / 1_000;
        return (
          <li key={pk} className={classes.item}>
            {selection && (
              <Checkbox
                size="xs"
                aria-label={t('select', { name: textOf(incident) })}
                checked={selection.selected.has(pk)}
                disabled={state !== 0}
                onChange={({ currentTarget: { checked } }) =>
                  selection.onSelect(
                    new Set(
                      checked ? [...selection.selected, pk] : [...selection.selected].filter((one) => one !== pk),
                    ),
                  )
                }
              />
            )}
            <NavLink
              className={classes.row ?? ''}
              to={{ pathname: `/${language}/incidents/${pk}`, search: urlQuery }}
              data-state={state}
              data-unknown={
                incident.open_count > 0 && incident.open_count === incident.unknown_count ? true : undefined
              }
            >
              <Shape size={20} stroke={1.6} aria-hidden="true" />
              <span className={classes.what}>
                <b>{textOf(incident)}</b>
                <span>
                  {resolved_at === null
                    ? [...factsOf(incident), escalationText(incident)].filter(Boolean).join(' · ')
                    : t('lasted', { start: time.minute(first_at), span: time.span(seconds) })}
                </span>
              </span>
              <StateBadge state={state} />
            </NavLink>
          </li>
        );
      })}
    </ul>
  );
}
