import { Button, Group, Switch, Text } from '@mantine/core';
import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { resetUserPassword } from '@vigil/shared/contract/routes/people';
import { meetsPasswordRequirements, passwordRuleOfFields } from '@vigil/shared/domain/password-rules';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewPasswordFields } from '../../entities/credentials/new-password-fields.tsx';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { CopyableShellLine } from '../../ui/copyable-shell-line.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { LabelledRow } from '../../ui/page.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { useUserChangeDenial } from './use-user-denial-text.ts';
import { users, useUserChange } from './use-users.ts';

/** The password of another user: a typed one, or a random one that is shown once. */
export function PasswordRow({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { api } = useServices();
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  const changed = users.useReread();
  const denial = useUserChangeDenial()('credentials', user);
  const [isTyping, setIsTyping] = useState(false);
  const [random, setRandom] = useState<string | null>(null);
  const reset = () =>
    openDialog(
      confirmationDialog({
        title: t('profile.reset_password'),
        text: t('profile.reset_text'),
        submit: t('profile.reset_password'),
        danger: true,
        onConfirm: async () => {
          try {
            const { objects } = await api.call(resetUserPassword, {
              params: { pk: String(user.pk) },
              body: {},
            });
            setRandom(objects[0]?.pw ?? null);
          } catch (error) {
            notifyFailed(problemText(error), t('profile.password_modified_failed'));
          }
          await changed();
        },
      }),
    );
  return (
    <LabelledRow label={t('form.password')}>
      <Group gap="xs">
        <DisableWithReason reason={denial}>
          <Button size="compact-sm" variant="default" onClick={() => setIsTyping(true)}>
            {t('profile.change_password')}
          </Button>
        </DisableWithReason>
        <DisableWithReason reason={denial}>
          <Button size="compact-sm" variant="default" onClick={reset}>
            {t('profile.reset_password')}
          </Button>
        </DisableWithReason>
      </Group>
      {isTyping && <PasswordDialog user={user} onClose={() => setIsTyping(false)} />}
      {random !== null && (
        <Dialog
          title={t('profile.reset_done', { name: user.name || user.mgrid })}
          size="sm"
          closesOnlyByButtons
          onClose={() => setRandom(null)}
        >
          <Text size="sm" mb="sm">
            {t('profile.reset_once')}
          </Text>
          <CopyableShellLine command={random} ready />
          <Group justify="flex-end" mt="md">
            <Button onClick={() => setRandom(null)}>{t('profile.reset_kept')}</Button>
          </Group>
        </Dialog>
      )}
    </LabelledRow>
  );
}

function PasswordDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { t } = useTranslation('users');
  const { profile } = useViewer();
  const problemText = useProblemText();
  const { change } = useUserChange(user.pk);
  const [pw, setPw] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [mustChange, setMustChange] = useState(false);
  // The rule of the company is that of the signed-in user.
  const rule = passwordRuleOfFields(profile);
  const isValid = meetsPasswordRequirements(pw, rule) && pw.trim() === confirmation.trim();
  const send = useSingleFlightMutation({
    mutationFn: () => change({ pw: pw.trim(), must_change: mustChange ? 1 : 0 }),
    onSuccess: () => {
      notifyDone(t('profile.password_modified'));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('profile.change_password')}
      size="sm"
      submit={t('profile.change_password')}
      isPending={send.isPending}
      isDisabled={!isValid}
      onSubmit={() => isValid && send.mutate()}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('profile.change_password_text')}
      </Text>
      <NewPasswordFields
        rule={rule}
        isLevelInvalid={profile.password_level_invalid}
        label={t('profile.new_password')}
        size="sm"
        password={{ value: pw, onChange: (event) => setPw(event.currentTarget.value) }}
        confirmation={{ value: confirmation, onChange: (event) => setConfirmation(event.currentTarget.value) }}
      />
      <Switch
        size="sm"
        mt="md"
        label={t('form.must_change')}
        checked={mustChange}
        onChange={(event) => setMustChange(event.currentTarget.checked)}
      />
      {send.error && (
        <FormMessage kind="refused">
          {t('profile.password_modified_failed')}: {problemText(send.error)}
        </FormMessage>
      )}
    </FormDialog>
  );
}
