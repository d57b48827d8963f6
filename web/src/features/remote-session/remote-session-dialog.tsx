import { Button, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pledgeDialog } from '../../entities/approval/dialogs.ts';
import { remoteSessionDialog } from '../../entities/device/dialogs.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { openDialogAtom, type DialogProps } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { useOpenRemoteSession, type OpenRemoteSessionOutcome, type ViewerChoice } from './use-open-session.ts';
import classes from './remote-session.module.css';

/**
 * Opens a remote session in a tab or with the external viewer: the pledge first where one is required, then the viewer.
 * It stays when nothing answers, and says what to install (spec 2 §4, §8).
 */
export function RemoteSessionDialog({ request, onClose }: DialogProps<typeof remoteSessionDialog>) {
  const { action, pk, pledged = false } = request;
  const { t } = useTranslation('remote');
  const { store } = useLiveData();
  const openDialog = useSetAtom(openDialogAtom);
  const alias = store.get(pk)?.alias ?? '';
  const open = useOpenRemoteSession({ action, pk, alias, pledged });

  const start = (choice?: ViewerChoice) =>
    open.mutate(choice, {
      onSuccess: (outcome) => {
        if (outcome.kind !== 'opened' && outcome.kind !== 'pledge') return;
        onClose();
        if (outcome.kind === 'opened') {
          const opened = t(openedTexts[outcome.in], { name: alias });
          notifyDone(outcome.isVerified ? opened : `${opened} ${t('not_verified')}`);
        } else {
          const onAgree = () => openDialog(remoteSessionDialog({ ...request, pledged: true }));
          openDialog(pledgeDialog({ lead: 'session', onAgree }));
        }
      },
    });
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    start();
  });

  return (
    <Dialog title={`${t(`title.${action}`)} – ${alias}`} size="sm" onClose={onClose}>
      {open.isError && <FailedNote error={open.error} onRetry={() => start()} onClose={onClose} />}
      {open.isSuccess && open.data.kind === 'choose' && <ViewerChoices onChoose={start} />}
      {open.isSuccess && <OutcomeNote outcome={open.data} onRetry={() => start('installed')} onClose={onClose} />}
      {!open.isError && !open.isSuccess && (
        <div className={classes.note} role="status">
          <Loader size={20} />
          <Text size="sm">{t('opening', { name: alias })}</Text>
        </div>
      )}
    </Dialog>
  );
}

const openedTexts = { tab: 'opened_tab', app: 'sent_to_app', viewer: 'opened' } as const;

function ViewerChoices({ onChoose }: { onChoose: (choice: ViewerChoice) => void }) {
  const { t } = useTranslation('remote');
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={() => onChoose('installed')}>
        {t('in_viewer')}
      </Button>
      <Button data-autofocus onClick={() => onChoose('browser')}>
        {t('in_browser')}
      </Button>
    </Group>
  );
}

interface Next {
  onRetry: () => void;
  onClose: () => void;
}

function OutcomeNote({ outcome, ...next }: { outcome: OpenRemoteSessionOutcome } & Next) {
  const { t } = useTranslation('remote');
  switch (outcome.kind) {
    case 'silent':
      return (
        <Note
          {...next}
          title={t('silent')}
          text={t('silent_text', { version: outcome.version })}
          more={outcome.url === null ? t('no_download') : { url: outcome.url, label: t('download') }}
        />
      );
    case 'mobile_store':
      return (
        <Note
          onClose={next.onClose}
          title={t('mobile_store')}
          text={t('mobile_store_text')}
          more={outcome.url === null ? null : { url: outcome.url, label: t('store') }}
        />
      );
    case 'not_supported_os':
      return <Note onClose={next.onClose} title={t('not_supported_os')} text={t('not_supported_os_text')} />;
    case 'blocked':
      return (
        <Note
          onClose={next.onClose}
          title={t('blocked')}
          text={t('blocked_text')}
          more={{ url: outcome.address, label: t('in_browser') }}
        />
      );
    case 'opened':
    case 'choose':
    case 'pledge':
      return null;
  }
}

function FailedNote({ error, ...next }: { error: Error } & Next) {
  const { t } = useTranslation('remote');
  const problemText = useProblemText();
  const { ofDenial } = useObstacleText();
  // The right that is missing, or the policy that forbids it.
  const detail = isApiProblem(error) && error.code === 'not_allowed' ? error.detail : undefined;
  const text = typeof detail === 'string' ? ofDenial({ detail }) : problemText(error);
  return <Note {...next} isFailure title={t('plugin_error')} text={text} />;
}

interface NoteProps {
  title: string;
  text: string;
  /** A sentence more, or where the missing program is found. */
  more?: string | { url: string; label: string } | null;
  isFailure?: boolean;
  onRetry?: () => void;
  onClose: () => void;
}

function Note({ title, text, more = null, isFailure = false, onRetry, onClose }: NoteProps) {
  const { t } = useTranslation();
  const Shape = isFailure ? IconAlertTriangle : more === null ? IconInfoCircle : IconPlugConnectedX;
  return (
    <>
      <div className={classes.note} role="alert">
        <Shape size={22} stroke={1.6} className={classes.warning} aria-hidden="true" />
        <div>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="sm" mt={4}>
            {text} {typeof more === 'string' && more}
          </Text>
        </div>
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
        {onRetry && (
          <Button variant={typeof more === 'object' && more ? 'default' : 'filled'} onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
        {typeof more === 'object' && more && (
          <Button component="a" href={more.url} target="_blank" rel="noreferrer">
            {more.label}
          </Button>
        )}
      </Group>
    </>
  );
}
