import { Button } from '@mantine/core';
import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { endSessionsOfUser } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { LabelledRow } from '../../ui/page.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { useUserChangeDenial } from './use-user-denial-text.ts';

/** Ends the sessions of another user, such as after a lost laptop. */
export function SignOutRow({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { api } = useServices();
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  const denial = useUserChangeDenial()('credentials', user);
  const signOut = () =>
    openDialog(
      confirmationDialog({
        title: t('sign_out.title', { name: user.name || user.mgrid }),
        text: t('sign_out.text'),
        submit: t('sign_out.submit'),
        danger: true,
        onConfirm: async () => {
          try {
            const { objects } = await api.call(endSessionsOfUser, { params: { pk: String(user.pk) } });
            notifyDone(t('sign_out.done', { count: objects[0]?.ended ?? 0 }));
          } catch (error) {
            notifyFailed(problemText(error));
          }
        },
      }),
    );
  return (
    <LabelledRow label={t('sign_out.label')}>
      <DisableWithReason reason={denial}>
        <Button size="compact-sm" variant="default" onClick={signOut}>
          {t('sign_out.submit')}
        </Button>
      </DisableWithReason>
    </LabelledRow>
  );
}
