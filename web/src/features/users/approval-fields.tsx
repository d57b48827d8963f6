import { Button, Group, Input, Stack, Switch, Text } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../entities/session/viewer.ts';
import { pickUserDialog } from '../../entities/user/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { Section } from '../../ui/page.tsx';
import { withApproval, type NewUser } from './new-user.ts';

interface ApprovalFieldsProps {
  user: NewUser;
  error: string | undefined;
  onChange: (user: NewUser) => void;
}

/** The three controls for approver-capable users, with their couplings (spec 3 §4). */
export function ApprovalFields({ user, error, onChange }: ApprovalFieldsProps) {
  const { t } = useTranslation('users');
  const { profile } = useViewer();
  const openDialog = useSetAtom(openDialogAtom);
  const choose = () =>
    openDialog(
      pickUserDialog({
        title: t('form.choose'),
        approversOnly: true,
        onPick: ({ pk, name }) => onChange({ ...user, approver: { pk, name } }),
      }),
    );
  return (
    <Section title={t('form.approval')} text={t('form.approval_text')}>
      <Stack gap="md" p={20} maw={520}>
        <Switch
          size="sm"
          label={t('form.use_approval')}
          checked={user.usesApproval}
          onChange={(event) => onChange(withApproval(user, event.currentTarget.checked, profile))}
        />
        <LockableSwitch
          label={t('form.sub_manager')}
          description={t('form.sub_manager_hint')}
          reason={user.usesApproval ? null : t('denial.approval_off')}
          checked={user.isSubManager}
          onToggle={() => onChange({ ...user, isSubManager: !user.isSubManager })}
        />
        <Input.Wrapper label={t('form.approver')} labelElement="div" error={error}>
          <Group gap="xs">
            <Text size="sm">{user.approver?.name ?? t('form.no_approver')}</Text>
            <Button size="compact-sm" variant="default" onClick={choose}>
              {t('form.choose')}
            </Button>
            {user.approver && (
              <Button size="compact-sm" variant="subtle" onClick={() => onChange({ ...user, approver: null })}>
                {t('form.clear')}
              </Button>
            )}
          </Group>
        </Input.Wrapper>
      </Stack>
    </Section>
  );
}
