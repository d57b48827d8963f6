import { Button, Group as Line, Progress, Switch } from '@mantine/core';
import { IconPackageOff } from '@tabler/icons-react';
import { removableKinds, type ApplicationAction } from '@vigil/shared/contract/application-rules';
import type { Application } from '@vigil/shared/contract/http/applications';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { deleteApplication, changeInstallSettings } from '@vigil/shared/contract/routes/commands';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useGroupName } from '../../entities/group/use-groups.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { fileSizeText, NO_VALUE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Page, LabelledRow, Section } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { InstallDialog } from './install-dialog.tsx';
import { InstallationList } from './installations.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import { applications, useApplications, useRereadAfterDeletion } from './use-applications.ts';
import classes from './applications.module.css';

/** One application: what it is, and where it is installed. */
export function ApplicationPage() {
  const { t } = useTranslation('application');
  const { applicationPk } = useParams();
  const query = useApplications();
  if (query.isPending || query.isError) return <QueryContent query={query} failed={t('failed')} loading={8} />;
  const application = query.data.objects.find(({ pk }) => String(pk) === applicationPk);
  if (!application) return <EmptyNote icon={<IconPackageOff stroke={1.4} />} title={t('gone')} text={t('gone_text')} />;
  return <Details key={application.pk} application={application} />;
}

type Open = { kind: 'install'; action: ApplicationAction; devices: readonly DevicePk[] } | { kind: 'resume' } | null;

function Details({ application }: { application: Application }) {
  const { t } = useTranslation('application');
  const language = useLanguage();
  const { groupPk = 'all' } = useParams();
  const { viewer } = useViewer();
  const [open, setOpen] = useState<Open>(null);
  const { state, kind, flag_install } = application;
  const mayChange = viewer.flags.isAdmin && !viewer.isGuest;
  const install = (action: ApplicationAction, devices: readonly DevicePk[] = []) =>
    setOpen({ kind: 'install', action, devices });
  const close = () => setOpen(null);
  return (
    <Page
      title={`${application.app_name} ${application.app_version}`}
      titleNamesItem
      tools={
        <Line gap="xs">
          <Button component={Link} to={`/${language}/application/${groupPk}`} variant="default">
            {t('show_all')}
          </Button>
          {mayChange && <DeleteButton application={application} />}
          {mayChange && state === 'uploading' && (
            <Button onClick={() => setOpen({ kind: 'resume' })}>{t('upload.resume')}</Button>
          )}
          {mayChange && state === 'ready' && kind !== null && removableKinds.has(kind) && (
            <Button variant="default" onClick={() => install('uninstall')}>
              {t('install.uninstall')}
            </Button>
          )}
          {mayChange && state === 'ready' && (
            <Button disabled={flag_install === 0} onClick={() => install('install')}>
              {t('install.install')}
            </Button>
          )}
        </Line>
      }
    >
      <Information application={application} mayChange={mayChange} />
      {state === 'ready' && (
        <InstallationList
          application={application}
          mayChange={mayChange}
          onRetry={(action, device) => install(action, [device])}
        />
      )}
      {open?.kind === 'install' && (
        <InstallDialog application={application} action={open.action} devices={open.devices} onClose={close} />
      )}
      {open?.kind === 'resume' && <UploadDialog resumed={application} maxBytes={application.size} onClose={close} />}
    </Page>
  );
}

function Information({ application, mayChange }: { application: Application; mayChange: boolean }) {
  const { t } = useTranslation('application');
  const change = applications.useChange();
  const time = useTimeFormat();
  const groupNameOf = useGroupName();
  const problemText = useProblemText();
  const { kind, size, received, state, device_group_fk, flag_install } = application;
  const offer = useSingleFlightMutation({
    mutationFn: (isOffered: boolean) =>
      change(changeInstallSettings, {
        params: { pk: String(application.pk) },
        body: { flag_install: isOffered ? 1 : 0 },
      }),
    onError: (error) => notifyFailed(problemText(error)),
  });
  const percent = Math.floor((100 * received) / size);
  return (
    <Section title={t('information')}>
      {state === 'uploading' && (
        <LabelledRow label={t('upload.progress')} hint={t('upload.kept')}>
          <Progress value={percent} aria-label={t('upload.progress')} />
        </LabelledRow>
      )}
      <LabelledRow label={t('field.file')}>
        {application.file_name} · {fileSizeText(size)}
      </LabelledRow>
      <LabelledRow label={t('field.kind')}>{kind === null ? NO_VALUE : t(`kind.${kind}`)}</LabelledRow>
      <LabelledRow label={t('group')}>
        {device_group_fk === null ? t('company') : groupNameOf(device_group_fk)}
      </LabelledRow>
      <LabelledRow label={t('field.offered')}>
        <Switch
          aria-label={t('field.offered')}
          checked={flag_install === 1}
          disabled={!mayChange || offer.isPending}
          onChange={(event) => offer.mutate(event.currentTarget.checked)}
        />
      </LabelledRow>
      {application.install_args.length > 0 && (
        <LabelledRow label={t('field.install_args')}>
          <code className={classes.message}>{application.install_args.join('\n')}</code>
        </LabelledRow>
      )}
      {application.run_after.length > 0 && (
        <LabelledRow label={t('field.run_after')}>
          <code className={classes.message}>{application.run_after.join('\n')}</code>
        </LabelledRow>
      )}
      <LabelledRow label={t('field.pin')}>{application.flag_pin === 1 ? t('pin_set') : t('pin_none')}</LabelledRow>
      <LabelledRow label={t('field.uploaded')}>
        {time.minute(application.created_at)} · {application.uploader_name}
      </LabelledRow>
      {application.sha256 !== null && (
        <LabelledRow label="SHA-256">
          <code className={classes.hash}>{application.sha256}</code>
        </LabelledRow>
      )}
    </Section>
  );
}

function DeleteButton({ application }: { application: Application }) {
  const { t } = useTranslation('application');
  const { api } = useServices();
  const language = useLanguage();
  const navigate = useNavigate();
  const { groupPk = 'all' } = useParams();
  const openDialog = useSetAtom(openDialogAtom);
  const reread = useRereadAfterDeletion();
  const name = `${application.app_name} ${application.app_version}`;
  const ask = () =>
    openDialog(
      confirmationDialog({
        title: t('delete.title', { name }),
        text: t('delete.text'),
        submit: t('delete.submit'),
        danger: true,
        onConfirm: async () => {
          await api.call(deleteApplication, { params: { pk: String(application.pk) } });
          await navigate(`/${language}/application/${groupPk}`);
          await reread();
          notifyDone(t('delete.done', { name }));
        },
      }),
    );
  return (
    <Button variant="default" c="var(--state-danger)" onClick={ask}>
      {t('delete.submit')}
    </Button>
  );
}
