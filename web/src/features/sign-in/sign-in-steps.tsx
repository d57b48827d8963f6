import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { CodeDialog } from './code-dialog.tsx';
import { SignInRecoveryCodesDialog } from './sign-in-recovery-codes-dialog.tsx';
import { WrongCode, type LaterStage, type useSignIn } from './use-sign-in.ts';
import { EmailNotVerifiedDialog } from './verify-email-dialog.tsx';

/** The dialogs of the steps after the form. */
export function SignInSteps({ stage, signIn }: { stage: LaterStage; signIn: ReturnType<typeof useSignIn> }) {
  const codeError = useCodeError();
  const { code, goOn, back } = signIn;
  if (stage.kind === 'email')
    return <EmailNotVerifiedDialog mailKey={stage.key} address={stage.address} onClose={back} />;
  if (stage.kind === 'recovery-codes') {
    const { session } = stage;
    return <SignInRecoveryCodesDialog codes={session.recoveryCodes} onDone={() => void goOn(session)} />;
  }
  return (
    <CodeDialog
      setUp={stage.setUp}
      busy={code.isPending}
      error={code.isError ? codeError(code.error) : null}
      attempt={code.isError ? code.submittedAt : 0}
      onCode={code.mutate}
      onClose={back}
    />
  );
}

function useCodeError(): (error: unknown) => string {
  const { t } = useTranslation('signin');
  const problemText = useProblemText();
  return (error) => {
    if (!(error instanceof WrongCode)) return problemText(error);
    const counted = error.attemptsLeft === null ? '' : t('attempts', { count: error.attemptsLeft });
    return `${t('login_failed_cause_invalid_otp')} ${counted}`.trim();
  };
}
