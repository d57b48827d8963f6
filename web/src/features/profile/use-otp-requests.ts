import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useProfileChange, type IssuedSecrets } from '../../entities/profile/profile.ts';
import { otpSetUpDialog, recoveryCodesDialog } from '../../entities/session/dialogs.ts';
import { useAskPasswordFirst } from '../../entities/session/use-ask-password-first.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';

interface OtpRequests {
  turn: (on: 0 | 1) => void;
  reset: () => void;
  makeCodes: () => void;
}

/** The changes of the one-time code, each after the current password. */
export function useOtpChanges(): OtpRequests {
  const { t } = useTranslation('profile');
  const openDialog = useSetAtom(openDialogAtom);
  const change = useProfileChange();
  const problemText = useProblemText();

  const withPassword = useAskPasswordFirst();

  const confirm = (what: 'on' | 'off' | 'reset' | 'codes', run: (origin_pw: string) => Promise<void>) =>
    withPassword(
      {
        title: t(`otp.confirm.${what}`),
        text: t(`otp.confirm.${what}_text`),
        submit: t(`otp.confirm.${what}_submit`),
        danger: what === 'off' || what === 'reset',
      },
      run,
    );
  const setUp = ({ otpSetUp }: IssuedSecrets): void => {
    if (otpSetUp !== null) openDialog(otpSetUpDialog({ uri: otpSetUp }));
  };

  return {
    turn: (value) =>
      confirm(value === 1 ? 'on' : 'off', async (origin_pw) => {
        const issued = await change({ name: 'flag_use_otp', value, origin_pw });
        if (value === 1) setUp(issued);
        else notifyDone(t('otp.is_off'));
      }),
    reset: () =>
      confirm('reset', async (origin_pw) => {
        try {
          setUp(await change({ name: 'flag_create_qrcode', value: false, origin_pw }));
        } catch (error) {
          // The question stays open for another try.
          if (isApiProblem(error) && error.code === 'current_password_wrong') throw error;
          notifyFailed(problemText(error), t('otp.otp_reset_failed'));
        }
      }),
    makeCodes: () =>
      confirm('codes', async (origin_pw) => {
        const { codes } = await change({ name: 'recovery_codes', value: true, origin_pw });
        openDialog(recoveryCodesDialog({ codes }));
      }),
  };
}
