import { Stack, Text } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { AuthenticatorSetUp } from '../../entities/credentials/authenticator-set-up.tsx';
import { OneTimeCodeField } from '../../entities/credentials/one-time-code-field.tsx';
import { useProfileChange } from '../../entities/profile/profile.ts';
import type { otpSetUpDialog } from '../../entities/session/dialogs.ts';
import { recoveryCodesDialog } from '../../entities/session/dialogs.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom, type DialogProps } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';

/**
 * Sets an authenticator up. Closed before the first code, nothing changes: an authenticator of before works on, and
 * without one the next sign-in asks for the set-up.
 */
export function OtpSetUpDialog({ request: { uri }, onClose }: DialogProps<typeof otpSetUpDialog>) {
  const { t } = useTranslation(['otp', 'profile']);
  const problemText = useProblemText();
  const change = useProfileChange();
  const openDialog = useSetAtom(openDialogAtom);
  const { otp_confirmed: replaces } = useViewer().profile;
  const confirm = useSingleFlightMutation({
    mutationFn: async (value: string) => ({ replaced: replaces, ...(await change({ name: 'otp_code', value })) }),
    onSuccess: ({ codes, replaced }) => {
      if (replaced) notifyDone(t('profile:otp.otp_reset_complete'));
      onClose();
      openDialog(recoveryCodesDialog({ codes }));
    },
  });
  return (
    <Dialog title={t('set_up.title')} size="md" onClose={onClose}>
      <Stack gap="md">
        <AuthenticatorSetUp otpauth={uri} />
        <OneTimeCodeField
          key={confirm.isError ? confirm.submittedAt : 0}
          busy={confirm.isPending}
          error={confirm.isError ? problemText(confirm.error) : null}
          onCode={confirm.mutate}
        />
        <Text size="xs" c="dimmed">
          {t('profile:otp.if_closed')}
        </Text>
      </Stack>
    </Dialog>
  );
}
