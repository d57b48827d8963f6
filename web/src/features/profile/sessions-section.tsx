import { Button } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { endOtherSessions } from '@vigil/shared/contract/routes/accounts';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessions } from '../../entities/session/sessions.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { Section } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { groupSessions } from './session-groups.ts';
import { SessionItem } from './session-item.tsx';
import classes from './sessions.module.css';

/** More are folded. */
const SHOWN = 5;
const MINUTE_MS = 60_000;

/** The sessions of this user as devices, each with a button that ends it. */
export function SessionsSection() {
  const { t } = useTranslation('profile');
  const change = sessions.useChange();
  const openDialog = useSetAtom(openDialogAtom);
  const [isUnfolded, setUnfolded] = useState(false);
  const now = useNow();
  const query = sessions.useList({ staleTime: 0 });
  const others = query.data?.filter(({ current }) => !current).length ?? 0;
  const groups = groupSessions(query.data ?? []);
  const shown = isUnfolded ? groups : groups.slice(0, SHOWN);
  const endOthers = () =>
    openDialog(
      confirmationDialog({
        title: t('sessions.end_others'),
        text: t('sessions.end_others_text', { count: others }),
        submit: t('sessions.end_others'),
        danger: true,
        onConfirm: async () => {
          await change(endOtherSessions);
          notifyDone(t('sessions.ended_others'));
        },
      }),
    );

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
      <QueryContent query={query} failed={t('sessions.failed')} loading={3} />
      <ul className={classes.list}>
        {shown.map((group) => (
          <SessionItem key={group.key} group={group} now={now} />
        ))}
      </ul>
      {groups.length > SHOWN && (
        <div className={classes.more}>
          <Button variant="subtle" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? t('sessions.fold') : t('sessions.unfold', { count: groups.length - SHOWN })}
          </Button>
        </div>
      )}
    </Section>
  );
}

/** The time to a minute, for "5 minutes ago". */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  return now;
}
