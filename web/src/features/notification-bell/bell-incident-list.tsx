import type { Incident } from '@vigil/shared/contract/http/incidents';
import { createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { iconOfIncident } from '../../entities/incident/incident-icon.ts';
import { useIncidentFacts } from '../../entities/incident/use-incident-facts.ts';
import { useIncidentText } from '../../entities/incident/use-incident-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
import { ListState } from '../../ui/read-state.tsx';
import type { NewestIncidents } from './use-newest-incidents.ts';
import classes from './bell.module.css';

export function BellIncidentList({ incidents, onLeave }: { incidents: NewestIncidents; onLeave: () => void }) {
  const { t } = useTranslation('bell');
  const language = useLanguage();
  return (
    <>
      <ListState
        query={incidents.query}
        rows={incidents.list}
        loading={4}
        failed={t('incidents_failed')}
        empty={{ title: t('no_incidents'), text: t('no_incidents_text') }}
      >
        {(rows) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
          <ul className={classes.list} tabIndex={0} aria-label={t('label')}>
            {rows.map((incident) => (
              <IncidentLine key={incident.pk} incident={incident} onLeave={onLeave} />
            ))}
          </ul>
        )}
      </ListState>
      {incidents.query.isSuccess && (
        <Link className={classes.all} to={`/${language}/incidents`} onClick={onLeave}>
          {t('all_incidents')}
        </Link>
      )}
    </>
  );
}

function IncidentLine({ incident, onLeave }: { incident: Incident; onLeave: () => void }) {
  const { t } = useTranslation('incidents');
  const language = useLanguage();
  const time = useTimeFormat();
  const textOf = useIncidentText();
  const [now] = useState(() => Date.now());
  const factsOf = useIncidentFacts();
  const { pk, state, opened_at } = incident;
  const openedAt = Date.parse(opened_at);
  return (
    <li>
      <Link className={classes.line} to={`/${language}/incidents/${pk}?state=all`} onClick={onLeave}>
        {createElement(iconOfIncident(incident), {
          size: 17,
          stroke: 1.7,
          className: state === 2 ? classes.notice : classes.icon,
          'aria-hidden': true,
        })}
        <span className={classes.what}>
          <b>{textOf(incident)}</b>
          <span>{state === 2 ? t('state.2') : factsOf(incident).join(' · ')}</span>
        </span>
        <time dateTime={opened_at} title={time.second(openedAt)}>
          {time.ago(openedAt, Math.max(now, openedAt))}
        </time>
      </Link>
    </li>
  );
}
