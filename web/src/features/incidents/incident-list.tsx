import { Badge } from '@mantine/core';
import type { Incident } from '@vigil/shared/contract/http/incidents';
import type { IncidentState } from '@vigil/shared/contract/names';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { causeIcons } from '../../entities/incident/cause-icons.ts';
import { useIncidentText } from '../../entities/incident/use-incident-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
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

/** @param urlQuery of the address, so that the list stays as it is when one is opened */
export function IncidentList({ incidents, urlQuery }: { incidents: readonly Incident[]; urlQuery: string }) {
  const { t } = useTranslation('incidents');
  const language = useLanguage();
  const time = useTimeFormat();
  const textOf = useIncidentText();
  return (
    <ul className={classes.list} aria-label={t('title')}>
      {incidents.map((incident) => {
        const { pk, state, cause, first_at, resolved_at, open_count: count, alert_count: total } = incident;
        const Shape = causeIcons[cause];
        const seconds = resolved_at === null ? 0 : (Date.parse(resolved_at) - Date.parse(first_at)) / 1_000;
        return (
          <li key={pk}>
            <NavLink
              className={classes.row ?? ''}
              to={{ pathname: `/${language}/incidents/${pk}`, search: urlQuery }}
              data-state={state}
            >
              <Shape size={20} stroke={1.6} aria-hidden="true" />
              <span className={classes.what}>
                <b>{textOf(incident)}</b>
                <span>
                  {resolved_at === null
                    ? `${t('since', { time: time.minute(first_at) })} · ${t('still_open', { count, total })}`
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
