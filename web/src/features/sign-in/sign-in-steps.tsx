import { useTranslation } from 'react-i18next';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useNowEachSecond } from '../../lib/use-now.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { CodeDialog } from './code-dialog.tsx';
import { SignInCodesDialog } from './sign-in-recovery-codes-dialog.tsx';
import { WrongCode, type LaterStage, type useSignIn } from './use-sign-in.ts';
import { EmailNotVerifiedDialog } from './verify-email-dialog.tsx';

/** The dialogs of the steps after the form. */
export function SignInSteps({ stage, signIn }: { stage: LaterStage; signIn: ReturnType<typeof useSignIn> }) {
  const codeError = useCodeError();
  const { code, goOn, back, codeWaitUntil } = signIn;
  const waitS = Math.max(Math.ceil((codeWaitUntil - useNowEachSecond()) / 1_000), 0);
  if (stage.kind === 'email')
    return <EmailNotVerifiedDialog mailKey={stage.key} address={stage.address} onClose={back} />;
  if (stage.kind === 'recovery-codes') {
    const { session } = stage;
    return <SignInCodesDialog codes={session.recoveryCodes} onDone={() => void goOn(session)} />;
  }
  return (
    <CodeDialog
      setUp={stage.setUp}
      busy={code.isPending}
      isWaiting={waitS > 0}
      error={code.isError ? codeError(code.error, waitS) : null}
      attempt={code.isError ? code.submittedAt : 0}
      onCode={code.mutate}
      onClose={back}
    />
  );
}

function useCodeError(): (error: unknown, waitS: number) => string | null {
  const { t } = useTranslation(['signin', 'common']);
  const problemText = useProblemText();
  return (error, waitS) => {
    if (isApiProblem(error) && error.retryAfter !== undefined)
      return waitS > 0 ? t('common:problem.wait', { count: waitS }) : null;
    if (!(error instanceof WrongCode)) return problemText(error);
    const counted = error.attemptsLeft === null ? '' : t('attempts', { count: error.attemptsLeft });
    const wait = waitS > 0 ? t('common:problem.wait_next', { count: waitS }) : '';
    return [t('login_failed_cause_invalid_otp'), counted, wait].filter((text) => text !== '').join(' ');
  };
}
