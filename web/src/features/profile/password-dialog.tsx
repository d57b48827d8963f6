import { PasswordInput, Stack } from '@mantine/core';
import { meetsPasswordRequirements, passwordRuleOfFields } from '@vigil/shared/domain/password-rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewPasswordFields } from '../../entities/credentials/new-password-fields.tsx';
import { useProfileChange } from '../../entities/profile/profile.ts';
import type { changePasswordDialog } from '../../entities/session/dialogs.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';

/** The current password, and a new one that meets the company's level, with its confirmation. */
export function PasswordDialog({ onClose }: DialogProps<typeof changePasswordDialog>) {
  const { t } = useTranslation(['profile', 'account']);
  const { profile } = useViewer();
  const change = useProfileChange();
  const [typed, setTyped] = useState({ origin: '', next: '', again: '' });
  const [tried, setTried] = useState(false);
  const rule = passwordRuleOfFields(profile);
  const send = useSingleFlightMutation({
    mutationFn: () => change({ name: 'pw', value: typed.next.trim(), origin_pw: typed.origin.trim() }),
    onSuccess: () => {
      notifyDone(t('password.password_modified'));
      onClose();
    },
  });
  const isMissing = typed.origin.trim() === '';
  const isConfirmed = meetsPasswordRequirements(typed.next, rule) && typed.next.trim() === typed.again.trim();
  const set = (field: keyof typeof typed) => (event: React.ChangeEvent<HTMLInputElement>) =>
    setTyped({ ...typed, [field]: event.currentTarget.value });

  return (
    <FormDialog
      title={t('password.title')}
      size="sm"
      submit={t('password.submit')}
      error={send.error}
      isPending={send.isPending}
      isDisabled={!isConfirmed}
      onSubmit={() => {
        setTried(true);
        if (isConfirmed && !isMissing) send.mutate();
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <PasswordInput
          label={t('password.origin')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('account:show_password') }}
          value={typed.origin}
          onChange={set('origin')}
          error={tried && isMissing && t('password.required_origin')}
          data-autofocus
        />
        <NewPasswordFields
          size="sm"
          rule={rule}
          isLevelInvalid={profile.password_level_invalid}
          label={t('password.next')}
          password={{ value: typed.next, onChange: set('next') }}
          confirmation={{ value: typed.again, onChange: set('again') }}
        />
      </Stack>
    </FormDialog>
  );
}
