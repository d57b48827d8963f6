import { Button, Text } from '@mantine/core';
import { sessionEndReasons, type SessionEndReason } from '@vigil/shared/contract/names';
import { recoverAccount } from '@vigil/shared/contract/routes/accounts';
import { useTranslation } from 'react-i18next';
import { mailRequestError } from '../../entities/credentials/mail-failure.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import type { SignInRefused } from './sign-in-outcome.ts';

interface SignInMessageProps {
  /** The ID of the failed attempt. */
  id: string;
  refused: SignInRefused | null;
  error: unknown;
  /** Seconds until the server accepts another attempt, where they are counted. */
  waitS?: number;
  /** Why the last session ended. */
  ended: string | null;
  /** The result of the previous page. */
  done: 'password_modified' | null;
}

/** The message of the form; only the most important one. */
export function SignInMessage({ id, refused, error, waitS, ended, done }: SignInMessageProps) {
  const { t } = useTranslation(['signin', 'common']);
  const problemText = useProblemText();
  if (waitS !== undefined && waitS > 0 && !refused)
    return <FormMessage kind="refused">{t('common:problem.wait', { count: waitS })}</FormMessage>;
  if (error && !(waitS === 0 && hasToWait(error)))
    return <FormMessage kind="refused">{problemText(error)}</FormMessage>;
  if (refused) return <Refusal id={id} refused={refused} waitS={waitS ?? 0} />;
  if (done) return <FormMessage kind="done">{t(done)}</FormMessage>;
  if (ended === null) return null;
  return <FormMessage kind="note">{t(`ended.${isEnding(ended) ? ended : 'expired'}`)}</FormMessage>;
}

/** The wait that the error names is over when it is not shown any more. */
const hasToWait = (error: unknown): boolean => isApiProblem(error) && error.retryAfter !== undefined;

/** The reasons of the server, and those that the client adds. */
export const ownEndings = ['idle', 'invitation', 'temporary', 'ticket', 'work_over'] as const;
const endings: readonly string[] = [...sessionEndReasons, ...ownEndings];
const isEnding = (reason: string): reason is SessionEndReason | (typeof ownEndings)[number] => endings.includes(reason);

function Refusal({ id, refused, waitS }: { id: string; refused: SignInRefused; waitS: number }) {
  const { t } = useTranslation(['signin', 'common']);
  const { cause, attemptsLeft, selfUnlock } = refused;
  const counted = cause === 'other' && attemptsLeft !== null ? t('attempts', { count: attemptsLeft }) : '';
  return (
    <FormMessage kind="refused">
      <Text inherit>{`${t(`login_failed_cause_${cause}`)} ${counted}`.trim()}</Text>
      {waitS > 0 && <Text inherit>{t('common:problem.wait_next', { count: waitS })}</Text>}
      {selfUnlock && <UnlockByMail key={id} id={id} />}
    </FormMessage>
  );
}

/** Unlocks an account by a link in a mail, if the company allows that (spec 1 §8). */
function UnlockByMail({ id }: { id: string }) {
  const { t } = useTranslation('signin');
  const { api } = useServices();
  const language = useLanguage();
  const problemText = useProblemText();
  const send = useSingleFlightMutation({
    mutationFn: () =>
      api.call(recoverAccount, { body: { type: 'unlock', key: id, lang_code: language } }).catch((error: unknown) => {
        throw mailRequestError(error, language);
      }),
  });
  if (send.isSuccess) return <Text mt="xs">{t('unlock_sent')}</Text>;
  return (
    <>
      {send.isError && <Text mt="xs">{problemText(send.error)}</Text>}
      <Button mt="sm" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        {t('unlock_by_mail')}
      </Button>
    </>
  );
}
