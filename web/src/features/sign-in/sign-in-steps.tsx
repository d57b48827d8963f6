import { useProblemText } from '../../lib/use-problem-text.ts';
import { CodeDialog } from './code-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import type { useSignIn } from './use-sign-in.ts';
import { VerifyEmailDialog } from './verify-email-dialog.tsx';

/** What stands before the form after the first step. */
export function SignInSteps({ signIn }: { signIn: ReturnType<typeof useSignIn> }) {
  const problemText = useProblemText();
  const { stage, code, goOn, back } = signIn;
  if (stage.kind === 'email') return <VerifyEmailDialog mailKey={stage.key} address={stage.address} onClose={back} />;
  if (stage.kind === 'recovery-codes') {
    const { session } = stage;
    return <RecoveryCodesDialog codes={session.recoveryCodes} onDone={() => void goOn(session)} />;
  }
  if (stage.kind === 'form') return null;
  return (
    <CodeDialog
      setUp={stage.setUp}
      busy={code.isPending}
      error={code.isError ? problemText(code.error) : null}
      attempt={code.isError ? code.submittedAt : 0}
      onCode={code.mutate}
      onClose={back}
    />
  );
}
