import { Button, Group, Progress } from '@mantine/core';
import { IconDeviceDesktopDown } from '@tabler/icons-react';
import type { ApplicationAction } from '@vigil/shared/contract/application-rules';
import type { Application, ApplicationInstallation } from '@vigil/shared/contract/http/applications';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { cancelInstallation } from '@vigil/shared/contract/routes/commands';
import { isFinalCommandState } from '@vigil/shared/domain/command-life';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandStateLabel } from '../../entities/command/command-state.tsx';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useProblemCodeText, useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { Section } from '../../ui/page.tsx';
import { ListState } from '../../ui/read-state.tsx';
import { notifyFailed } from '../../ui/toasts.ts';
import { ApplicationCounts } from './application-counts.tsx';
import { applications, useInstallations } from './use-applications.ts';
import lines from '../../ui/lines.module.css';
import classes from './applications.module.css';

/** More are no help at once; failures come first. */
const STEP = 50;

interface InstallationsProps {
  application: Application;
  mayChange: boolean;
  onRetry: (action: ApplicationAction, device: DevicePk) => void;
}

/** Where an application was installed or removed last, and how it went. */
export function InstallationList({ application, mayChange, onRetry }: InstallationsProps) {
  const { t } = useTranslation('application');
  const query = useInstallations(application.pk);
  const [shown, setShown] = useState(STEP);
  const count = query.data?.length ?? 0;
  return (
    <Section
      title={t('devices')}
      tools={
        <Group gap="md">
          <ApplicationCounts counts={application.counts} />
        </Group>
      }
    >
      <ListState
        query={query}
        rows={query.data}
        loading={3}
        failed={t('failed')}
        empty={{ icon: <IconDeviceDesktopDown stroke={1.4} />, title: t('nowhere'), text: t('nowhere_text') }}
      >
        {(rows) => (
          <ul className={lines.list}>
            {rows.slice(0, shown).map((row) => (
              <InstallationLine
                key={row.device_pk}
                application={application}
                row={row}
                mayChange={mayChange}
                onRetry={() => onRetry(row.action, row.device_pk)}
              />
            ))}
          </ul>
        )}
      </ListState>
      {count > shown && (
        <Button variant="subtle" fullWidth onClick={() => setShown(shown + STEP)}>
          {t('more', { count: count - shown })}
        </Button>
      )}
    </Section>
  );
}

interface LineProps {
  application: Application;
  row: ApplicationInstallation;
  mayChange: boolean;
  onRetry: () => void;
}

function InstallationLine({ application, row, mayChange, onRetry }: LineProps) {
  const { t } = useTranslation('application');
  const time = useTimeFormat();
  const codeText = useProblemCodeText();
  const problemText = useProblemText();
  const change = applications.useChange();
  const cancel = useSingleFlightMutation({
    mutationFn: () => change(cancelInstallation, { params: { pk: String(application.pk), id: row.id } }),
    onError: (error) => notifyFailed(problemText(error)),
  });
  const [isOutputShown, setOutputShown] = useState(false);
  const { state, percent, schedule_time, finished_at } = row;
  const output = row.output?.trim() ?? '';
  const isFailed = isFinalCommandState(state) && state !== 'done';
  const isScheduled = state === 'queued' && schedule_time !== null;
  const at = isScheduled
    ? t('scheduled', { time: time.minute(schedule_time) })
    : time.minute(finished_at ?? row.created_at);
  return (
    <li className={lines.line}>
      <span className={lines.name}>
        <b>{row.device_alias}</b>
        <small>
          {t(`action.${row.action}`)} · {at} · {row.issuer_name}
        </small>
        {isFailed && row.message !== null && (
          <small className={`${classes.message} ${classes.failed}`}>{codeText(row.message)}</small>
        )}
        {isOutputShown && (
          <pre className={classes.output} aria-label={t('output_of', { name: row.device_alias })}>
            {output}
          </pre>
        )}
      </span>
      {state === 'running' && percent !== null && (
        <Progress value={percent} w={100} aria-label={t('progress', { name: row.device_alias })} />
      )}
      <CommandStateLabel state={state} percent={percent} />
      {output !== '' && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOutputShown}
          onClick={() => setOutputShown(!isOutputShown)}
        >
          {t('show_output')}
        </Button>
      )}
      {mayChange && isFailed && (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      {mayChange && isScheduled && (
        <Button size="compact-xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('cancel')}
        </Button>
      )}
    </li>
  );
}
