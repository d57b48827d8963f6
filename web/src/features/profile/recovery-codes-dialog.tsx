import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RecoveryCodes } from '../../entities/credentials/recovery-codes.tsx';
import { useProfileChange } from '../../entities/profile/profile.ts';
import type { recoveryCodesDialog } from '../../entities/session/dialogs.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { notifyFailed } from '../../ui/toasts.ts';

/** Only the confirmation ends the codes of before: closed otherwise, they stay valid. */
export function NewRecoveryCodesDialog({ request: { codes }, onClose }: DialogProps<typeof recoveryCodesDialog>) {
  const { t } = useTranslation('otp');
  const problemText = useProblemText();
  const change = useProfileChange();
  const keep = useSingleFlightMutation({
    mutationFn: () => change({ name: 'recovery_codes_kept', value: true }),
    onSuccess: onClose,
    onError: (error) => notifyFailed(problemText(error)),
  });
  return (
    <Dialog title={t('recovery.title')} size="sm" onClose={onClose}>
      <Text size="sm" mb="md">
        {t('recovery.shown_once')}
      </Text>
      <RecoveryCodes codes={codes} />
      <Group justify="flex-end" mt="lg">
        <Button loading={keep.isPending} onClick={() => keep.mutate()}>
          {t('recovery.kept')}
        </Button>
      </Group>
    </Dialog>
  );
}
