import { Button, Group, Text } from '@mantine/core';
import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import type { UserSummary } from '@vigil/shared/contract/http/users';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { ownApproverDenial } from '@vigil/shared/domain/user-changes';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { pickUserDialog } from '../../entities/user/dialogs.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { choiceDialog, confirmationDialog } from '../../ui/dialogs.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { LabelledRow } from '../../ui/page.tsx';
import { notifyDone, notifyFailed, notifyWarning } from '../../ui/toasts.ts';
import { useUserChangeDenial, useUserDenialText } from './use-user-denial-text.ts';
import { useUserChange } from './use-users.ts';

/** The three controls for approver-capable users (spec 3 §2, profile card). */
export function ApprovalRows({ user }: { user: UserDetail }) {
  const { t } = useTranslation(['users', 'common']);
  const openDialog = useSetAtom(openDialogAtom);
  const denialOf = useUserChangeDenial();
  const { change, run } = useUserChange(user.pk);
  const problemText = useProblemText();
  const denialText = useUserDenialText();
  const [approval, role] = [denialOf('approval', user), denialOf('role', user)];
  const isSub = user.member_type_id === memberTypes.subManager;
  /** An approver who is not found (any more) is told in a dialog, and the page is loaded anew (spec 3 §8). */
  const pick = async ({ pk }: UserSummary) => {
    const denial = ownApproverDenial(pk, user);
    if (denial) return notifyWarning(denialText(denial));
    try {
      await change({ approver_fk: pk });
      notifyDone(t('users:saved'));
    } catch (error) {
      const text = problemText(error);
      if (!isApiProblem(error) || error.code !== 'search_manager_405') return notifyFailed(text);
      const reload = () => window.location.reload();
      const actions = [{ label: t('common:ok'), primary: true, run: reload }];
      openDialog(choiceDialog({ title: t('users:form.approver'), text, actions, onDismiss: reload }));
    }
  };
  const choose = () =>
    openDialog(
      pickUserDialog({ title: t('users:form.choose'), approversOnly: true, onPick: (approver) => void pick(approver) }),
    );
  const demote = () =>
    openDialog(
      confirmationDialog({
        title: t('users:form.demote_title', { name: user.name || user.mgrid }),
        text: t('users:form.demote_text', { count: user.member_count }),
        submit: t('users:form.demote'),
        danger: true,
        onConfirm: async () => {
          await change({ user_type: 1 });
          notifyDone(t('users:saved'));
        },
      }),
    );
  const toggleRole = () => {
    if (!isSub) void run({ user_type: memberTypes.subManager });
    else if (user.member_count > 0) demote();
    else void run({ user_type: 1 });
  };
  return (
    <>
      <LabelledRow label={t('users:form.use_approval')}>
        <LockableSwitch
          aria-label={t('users:form.use_approval')}
          reason={approval}
          checked={user.use_approval === 1}
          onToggle={() => void run({ use_approval: user.use_approval === 1 ? 0 : 1 })}
        />
      </LabelledRow>
      <LabelledRow label={t('users:form.sub_manager')} hint={t('users:form.sub_manager_hint')}>
        <LockableSwitch
          aria-label={t('users:form.sub_manager')}
          reason={role ?? (user.member_type_id === memberTypes.admin ? t('users:denial.target_admin') : null)}
          checked={isSub}
          onToggle={toggleRole}
        />
      </LabelledRow>
      <LabelledRow label={t('users:form.approver')}>
        <Group gap="xs">
          <Text size="sm">
            {user.approver_id === '' ? t('users:form.no_approver') : `${user.approver_name} (${user.approver_id})`}
          </Text>
          <DisableWithReason reason={approval}>
            <Button size="compact-sm" variant="default" onClick={choose}>
              {t('users:form.choose')}
            </Button>
          </DisableWithReason>
          {user.approver_id !== '' && approval === null && (
            <Button size="compact-sm" variant="subtle" onClick={() => void run({ approver_fk: 0 })}>
              {t('users:form.clear')}
            </Button>
          )}
        </Group>
      </LabelledRow>
    </>
  );
}
