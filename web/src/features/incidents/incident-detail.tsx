import { MAX_INCIDENT_NOTE } from '@vigil/shared/contract/limits';
import { Button, Group } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { acknowledgeOrResolveIncident } from '../../endpoints/incidents.ts';
import { incidents } from '../../entities/incident/incidents.ts';
import { useIncidentFacts } from '../../entities/incident/use-incident-facts.ts';
import { useIncidentText } from '../../entities/incident/use-incident-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { notifyDone } from '../../ui/toasts.ts';
import { Panel } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { AlertTimeline } from './alert-timeline.tsx';
import { StateBadge } from './incident-list.tsx';
import classes from './incidents.module.css';

export function IncidentDetail({ pk }: { pk: string }) {
  const { t } = useTranslation('incidents');
  const call = incidents.useChange();
  const { viewer } = useViewer();
  const openDialog = useSetAtom(openDialogAtom);
  const time = useTimeFormat();
  const textOf = useIncidentText();
  const factsOf = useIncidentFacts();
  const query = incidents.useOne(pk);
  const incident = query.data;
  if (!incident) return <QueryContent query={query} failed={t('failed_single')} loading={6} />;

  const change = async (state: 'acknowledged' | 'resolved', note?: string) => {
    await call(acknowledgeOrResolveIncident, {
      params: { pk },
      body: { state, ...(note === undefined ? {} : { note }) },
    });
    notifyDone(t(`done.${state}`));
  };
  const acknowledge = () =>
    openDialog(
      confirmationDialog({
        title: t('acknowledge'),
        text: t('acknowledge_text'),
        submit: t('acknowledge'),
        input: { label: t('note'), limit: MAX_INCIDENT_NOTE, initial: incident.note, nullable: true },
        onConfirm: (note) => change('acknowledged', note),
      }),
    );
  const resolve = () =>
    openDialog(
      confirmationDialog({
        title: t('resolve'),
        text: t('resolve_text'),
        submit: t('resolve'),
        onConfirm: () => change('resolved'),
      }),
    );
  const { open_count: count, alert_count: total, alerts } = incident;
  return (
    <Panel label={textOf(incident)}>
      <div className={classes.detail}>
        <header className={classes.head}>
          <h2>{textOf(incident)}</h2>
          <StateBadge state={incident.state} />
        </header>
        <p className={classes.dim}>
          {incident.resolved_at === null
            ? t('since', { time: time.second(incident.first_at) })
            : time.period(incident.first_at, incident.resolved_at)}
          {count === 0 && ` · ${t('over', { total })}`}
        </p>
        {count > 0 && <p className={classes.fact}>{factsOf(incident).join(' · ')}</p>}
        {incident.acknowledged_at !== null && (
          <p className={classes.dim}>
            {t('acknowledged', { name: incident.acknowledged_by, time: time.minute(incident.acknowledged_at) })}
          </p>
        )}
        {incident.note !== '' && <p className={classes.note}>{incident.note}</p>}
        {incident.state !== 2 && viewer.flags.useFunction && !viewer.isGuest && (
          <Group gap="xs" my="sm">
            <Button size="xs" variant={incident.state === 0 ? 'filled' : 'default'} onClick={acknowledge}>
              {t(incident.state === 0 ? 'acknowledge' : 'change_note')}
            </Button>
            <Button size="xs" variant="default" onClick={resolve}>
              {t('resolve')}
            </Button>
          </Group>
        )}
        {alerts.length < total && <p className={classes.dim}>{t('more', { shown: alerts.length, total })}</p>}
        <AlertTimeline alerts={alerts} firstAt={incident.first_at} resolvedAt={incident.resolved_at} />
      </div>
    </Panel>
  );
}
