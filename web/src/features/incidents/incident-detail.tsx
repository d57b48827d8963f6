import { Anchor, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconShieldQuestion } from '@tabler/icons-react';
import { MAX_INCIDENT_NOTE, MAX_MAINTENANCE_DEVICES } from '@vigil/shared/contract/limits';
import { updateIncident } from '@vigil/shared/contract/routes/alerts';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { incidents } from '../../entities/incident/incidents.ts';
import { useIncidentFacts } from '../../entities/incident/use-incident-facts.ts';
import { useIncidentText } from '../../entities/incident/use-incident-text.ts';
import { maintenanceDialog } from '../../entities/maintenance/dialogs.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Panel } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { AlertTimeline } from './alert-timeline.tsx';
import { IncidentDevice } from './incident-device.tsx';
import { StateBadge } from './incident-list.tsx';
import classes from './incidents.module.css';

function MissingIncident() {
  const { t } = useTranslation('incidents');
  return (
    <EmptyNote
      icon={<IconShieldQuestion stroke={1.4} />}
      title={t('gone')}
      text={t('gone_text')}
      action={
        <Button component={Link} to={`/${useLanguage()}/incidents`} variant="default">
          {t('back')}
        </Button>
      }
    />
  );
}

/** Where the detail covers the list. */
function BackToList() {
  const { t } = useTranslation('incidents');
  const language = useLanguage();
  const { search } = useLocation();
  return (
    <Anchor component={Link} className={classes.back} size="sm" to={{ pathname: `/${language}/incidents`, search }}>
      <IconChevronLeft size={15} stroke={1.8} aria-hidden="true" />
      {t('back')}
    </Anchor>
  );
}

export function IncidentDetail({ pk }: { pk: string }) {
  const { t } = useTranslation(['incidents', 'maintenance']);
  const call = incidents.useChange();
  const { viewer } = useViewer();
  const openDialog = useSetAtom(openDialogAtom);
  const time = useTimeFormat();
  const textOf = useIncidentText();
  const factsOf = useIncidentFacts();
  const query = incidents.useOne(pk);
  const incident = query.data;
  // An address without a number, such as `/incidents/abc`, names none either.
  const isGone = query.data === null || (isApiProblem(query.error) && [400, 404].includes(query.error.status));
  if (isGone) return <MissingIncident />;
  if (!incident) return <QueryContent query={query} failed={t('failed_single')} loading={6} />;

  const change = async (state: 'acknowledged' | 'resolved', note?: string) => {
    await call(updateIncident, {
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
  const quieten = () => {
    const { group_pk: group } = incident;
    const pks = [...new Set(incident.alerts.map(({ device_pk }) => device_pk))].slice(0, MAX_MAINTENANCE_DEVICES);
    const preset = group === null ? ({ kind: 'devices', pks } as const) : ({ kind: 'group', pk: group } as const);
    openDialog(maintenanceDialog({ window: null, preset }));
  };
  const { open_count: count, alert_count: total, alerts } = incident;
  return (
    <Panel label={textOf(incident)}>
      <div className={classes.detail}>
        <BackToList />
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
        {count > 0 && incident.resolved_at === null && <p className={classes.fact}>{factsOf(incident).join(' · ')}</p>}
        {incident.acknowledged_at !== null && (
          <p className={classes.dim}>
            {t('acknowledged', { name: incident.acknowledged_by, time: time.minute(incident.acknowledged_at) })}
          </p>
        )}
        {incident.escalations.map(({ channel, at, told }) => (
          <p key={`${channel} ${at}`} className={classes.dim}>
            {t(told ? 'escalation.told_at' : 'escalation.next_at', { channel, time: time.minute(at) })}
          </p>
        ))}
        {incident.note !== '' && <p className={classes.note}>{incident.note}</p>}
        {incident.state !== 2 && viewer.flags.useFunction && !viewer.isGuest && (
          <Group gap="xs" my="sm">
            <Button size="xs" variant={incident.state === 0 ? 'filled' : 'default'} onClick={acknowledge}>
              {t(incident.state === 0 ? 'acknowledge' : 'change_note')}
            </Button>
            <Button size="xs" variant="default" onClick={resolve}>
              {t('resolve')}
            </Button>
            <Button size="xs" variant="default" onClick={quieten}>
              {t('maintenance:quiet')}
            </Button>
          </Group>
        )}
        {incident.device_pk !== null && <IncidentDevice pk={incident.device_pk} alert={incident.leading_alert} />}
        {alerts.length < total && <p className={classes.dim}>{t('more', { shown: alerts.length, total })}</p>}
        <AlertTimeline alerts={alerts} firstAt={incident.first_at} resolvedAt={incident.resolved_at} />
      </div>
    </Panel>
  );
}
