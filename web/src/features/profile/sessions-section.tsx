import { Badge, Button, Text } from '@mantine/core';
import type { SessionRow } from '@vigil/shared/contract/http/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { FailedState, LoadingRows } from '../../ui/list-state.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import { Section } from '../../ui/page.tsx';
import type { OsId } from '@vigil/shared/contract/device';
import { sessionsKey } from '../../entities/session/profile.ts';
import { endOneSession, endOtherSessions, listSessions } from '../../endpoints.ts';
import classes from './profile.module.css';

/** The sessions of this user, each with a button that ends it. */
export function SessionsSection() {
  const { t } = useTranslation('profile');
  const { api } = useServices();
  const queries = useQueryClient();
  const openDialog = useSetAtom(openDialogAtom);
  const query = useQuery({
    queryKey: sessionsKey,
    queryFn: async () => (await api.call(listSessions)).objects,
    staleTime: 0,
  });
  const others = query.data?.filter(({ current }) => !current).length ?? 0;
  const endOthers = () =>
    openDialog({
      kind: 'confirm',
      title: t('sessions.end_others'),
      text: t('sessions.end_others_text', { count: others }),
      submit: t('sessions.end_others'),
      danger: true,
      onConfirm: async () => {
        await api.call(endOtherSessions);
        await queries.invalidateQueries({ queryKey: sessionsKey });
        notifyDone(t('sessions.ended_others'));
      },
    });

  return (
    <Section
      title={t('sessions.title')}
      text={t('sessions.text')}
      tools={
        others > 0 && (
          <Button variant="default" onClick={endOthers}>
            {t('sessions.end_others')}
          </Button>
        )
      }
    >
      {query.isPending && <LoadingRows rows={3} />}
      {query.isError && (
        <FailedState title={t('sessions.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      <ul className={classes.sessions}>
        {query.data?.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
    </Section>
  );
}

function SessionLine({ session }: { session: SessionRow }) {
  const { t } = useTranslation('profile');
  const { api } = useServices();
  const queries = useQueryClient();
  const problemText = useProblemText();
  const time = useTimeFormat();
  const end = useMutation({
    mutationFn: () => api.call(endOneSession, { params: { id: session.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionsKey });
      notifyDone(t('sessions.ended'));
    },
    onError: (error) => notifyFailed(problemText(error)),
  });
  const name = session.browser === '' ? t('sessions.unknown') : session.browser;
  return (
    <li>
      <OsIcon os={session.dev_os_id as OsId} size={20} />
      <div className={classes.session}>
        <Text size="sm" fw={550}>
          {name} · {session.ip}
        </Text>
        <Text size="xs" c="dimmed">
          {t('sessions.times', { since: time.minute(session.created_at), used: time.minute(session.last_used_at) })}
        </Text>
      </div>
      {session.current ? (
        <Badge variant="light" color="green" tt="none">
          {t('sessions.this')}
        </Badge>
      ) : (
        <Button
          variant="default"
          loading={end.isPending}
          aria-label={`${t('sessions.end')}: ${name} · ${session.ip}`}
          onClick={() => end.mutate()}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
