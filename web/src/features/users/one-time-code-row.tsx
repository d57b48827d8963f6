import { Button, Group, Text } from '@mantine/core';
import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { LabelledRow } from '../../ui/page.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { useUserChangeDenial } from './use-user-denial-text.ts';
import { useUserChange } from './use-users.ts';

/**
 * The one-time code at sign-in, and a new authenticator for a lost one; without a corporate licence they can be turned
 * off only.
 */
export function OneTimeCodeRow({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const openDialog = useSetAtom(openDialogAtom);
  const { change, run } = useUserChange(user.pk);
  const problemText = useProblemText();
  const denialOf = useUserChangeDenial();
  const denial = denialOf('one_time_code', user);
  const isOn = user.flag_use_otp === 1;
  const reset = () =>
    openDialog(
      confirmationDialog({
        title: t('profile.otp_reset'),
        text: t('profile.otp_reset_text'),
        submit: t('profile.otp_reset'),
        onConfirm: async () => {
          try {
            await change({ flag_create_qrcode: false });
            notifyDone(t('profile.otp_reset_complete'));
          } catch (error) {
            notifyFailed(problemText(error), t('profile.otp_reset_failed'));
          }
        },
      }),
    );
  return (
    <LabelledRow label={t('profile.otp')}>
      <Group gap="sm">
        <LockableSwitch
          aria-label={t('profile.otp')}
          reason={isOn ? denialOf('one_time_code_off', user) : denial}
          checked={isOn}
          onToggle={() => void run({ flag_use_otp: isOn ? 0 : 1 })}
        />
        {isOn && !user.otp_confirmed && (
          <Text size="xs" c="dimmed">
            {t('profile.otp_waiting')}
          </Text>
        )}
        {isOn && (
          <DisableWithReason reason={denial}>
            <Button size="compact-sm" variant="default" onClick={reset}>
              {t('profile.otp_reset')}
            </Button>
          </DisableWithReason>
        )}
      </Group>
    </LabelledRow>
  );
}
