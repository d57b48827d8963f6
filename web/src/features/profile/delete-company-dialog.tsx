import { PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { requestCompanyDeletion } from '@vigil/shared/contract/routes/company';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { deleteCompanyDialog } from '../../entities/profile/dialogs.ts';
import { profileKey } from '../../entities/profile/profile.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';

/** Asks for the end of the account: the name of the company and a password are typed. */
export function DeleteCompanyDialog({ onClose }: DialogProps<typeof deleteCompanyDialog>) {
  const { t } = useTranslation(['profile', 'account']);
  const { api } = useServices();
  const { profile } = useViewer();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const send = useSingleFlightMutation({
    mutationFn: () =>
      api.call(requestCompanyDeletion, { body: { company_name: name.trim(), origin_pw: password.trim() } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: profileKey });
      notifyDone(t('data.delete_asked'));
      onClose();
    },
  });
  const isNamed = name.trim() === profile.company_name.trim();
  const isMissing = password.trim() === '';

  return (
    <FormDialog
      title={t('data.delete')}
      size="sm"
      submit={t('data.delete')}
      isDangerous
      error={send.error}
      isPending={send.isPending}
      isDisabled={!isNamed}
      onSubmit={() => {
        setTried(true);
        if (isNamed && !isMissing) send.mutate();
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">{t('data.delete_text')}</Text>
        <Text size="sm" c="dimmed">
          {t('data.delete_kept')}
        </Text>
        <TextInput
          label={t('data.type_name', { name: profile.company_name })}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <PasswordInput
          label={t('password.origin')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('account:show_password') }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={tried && isMissing && t('password.required_origin')}
        />
      </Stack>
    </FormDialog>
  );
}
