import type { LoginResult } from '@vigil/shared/contract/http/sign-in';
import { updateProfile, signIn } from '@vigil/shared/contract/routes/accounts';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { rememberedIdAtom, sessionEndReasonAtom, tokenAtom } from '../../entities/session/session.ts';
import { setStaySignedIn } from '../../entities/session/token-storage.ts';
import { useStartSession } from '../../entities/session/use-start-session.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import type { SignInFormValues } from './sign-in-form.tsx';
import { signInOutcomeOf, type SignInOutcome, type SignInRefused, type SignedIn } from './sign-in-outcome.ts';

/** The current step of the sign-in. */
export type Stage =
  | { kind: 'form'; refused: SignInRefused | null }
  | Extract<SignInOutcome, { kind: 'email' | 'code' }>
  | { kind: 'recovery-codes'; session: SignedIn };

export type LaterStage = Exclude<Stage, { kind: 'form' }>;

const start: Stage = { kind: 'form', refused: null };

/** The code was refused; the number of attempts until the account is locked, null if it is never locked. */
export class WrongCode extends Error {
  override readonly name = 'WrongCode';
  readonly attemptsLeft: number | null;
  /** In seconds, until the next code is accepted. */
  readonly retryAfter: number;

  constructor({ attemptsLeft, retryAfterS }: Pick<SignInRefused, 'attemptsLeft' | 'retryAfterS'>) {
    super('invalid_otp');
    this.attemptsLeft = attemptsLeft;
    this.retryAfter = retryAfterS;
  }
}

const endOfWait = (seconds: number): number => Date.now() + seconds * 1_000;

/** Who signs in. A link leaves the remembered ID as it is, and keeps nobody signed in. */
type Attempt = Pick<SignInFormValues, 'id'> & Partial<Pick<SignInFormValues, 'remember' | 'stay'>>;

/** The three steps of signing in (spec 1 §4), of which a sign-in link replaces the first. */
export function useSignIn() {
  const { api, errorReports, signOut } = useServices();
  const language = useLanguage();
  const navigate = useNavigate();
  const startSession = useStartSession();
  const setEnded = useSetAtom(sessionEndReasonAtom);
  const setRemembered = useSetAtom(rememberedIdAtom);
  const [stage, setStage] = useState<Stage>(start);
  const [tried, setTried] = useState<Attempt | null>(null);
  /** When the next attempt may be made, in milliseconds since 1970. */
  const [waitUntil, setWaitUntil] = useState(0);
  const [codeWaitUntil, setCodeWaitUntil] = useState(0);
  const [hasEntered, setEntered] = useState(false);
  const presentToken = useAtomValue(tokenAtom);

  const enter = async ({ token, profile }: Pick<SignedIn, 'token' | 'profile'>): Promise<void> => {
    // A link may be opened over another session, which ends everywhere rather than being left behind.
    if (presentToken !== null) signOut(null);
    await startSession(token, profile);
    setEntered(true);
  };

  const follow = async (result: LoginResult, { id, remember, stay }: Attempt): Promise<void> => {
    const outcome = signInOutcomeOf(result);
    if (outcome.kind === 'password-expired')
      return void navigate(`/${language}/access/retypepassword/${encodeURIComponent(id)}`, {
        state: { password_max: outcome.max },
      });
    if (outcome.kind === 'refused') {
      errorReports.signInFailed();
      setWaitUntil(endOfWait(outcome.retryAfterS));
      return setStage({ kind: 'form', refused: outcome });
    }
    if (outcome.kind !== 'signed-in') return setStage(outcome);
    if (remember !== undefined) setRemembered(remember ? id : '');
    setStaySignedIn(window.localStorage, stay ? { from: Date.now() } : 'now');
    if (outcome.recoveryCodes.length > 0) return setStage({ kind: 'recovery-codes', session: outcome });
    await enter(outcome);
  };

  /** Each first step begins the sign-in anew. */
  const begin = (attempt: Attempt): void => {
    setEnded(null);
    setWaitUntil(0);
    setCodeWaitUntil(0);
    setStage(start);
    setTried(attempt);
  };

  const password = useSingleFlightMutation({
    mutationFn: async (credentials: SignInFormValues) => {
      begin(credentials);
      const body = {
        type: '1STEP',
        mail: credentials.id,
        pw: credentials.password,
        auto_login: credentials.stay ? 1 : 0,
      } as const;
      await follow((await api.call(signIn, { body })).objects, credentials);
    },
    onError: (error) => {
      errorReports.signInFailed();
      if (isApiProblem(error) && error.retryAfter !== undefined) setWaitUntil(endOfWait(error.retryAfter));
    },
  });

  const link = useSingleFlightMutation({
    mutationFn: async ({ key, id }: { key: string; id: string }) => {
      begin({ id });
      await follow((await api.call(signIn, { body: { type: 'LINK', key } })).objects, { id });
    },
    onError: errorReports.signInFailed,
  });

  const code = useSingleFlightMutation({
    mutationFn: async (typed: string) => {
      if (stage.kind !== 'code' || !tried) return;
      const body = { type: '3STEP', code: typed, auto_login: tried.stay ? 1 : 0 } as const;
      const { objects } = await api.call(signIn, { body }, { token: stage.token });
      const outcome = signInOutcomeOf(objects);
      if (outcome.kind === 'refused' && outcome.cause === 'invalid_otp') throw new WrongCode(outcome);
      await follow(objects, tried);
    },
    onError: (error) => {
      errorReports.signInFailed();
      if ((isApiProblem(error) || error instanceof WrongCode) && error.retryAfter !== undefined)
        setCodeWaitUntil(endOfWait(error.retryAfter));
      // The half-token has expired, so the sign-in starts again.
      if (isApiProblem(error) && error.code === 'session_invalid') {
        setEnded('expired');
        setStage(start);
      }
    },
  });

  return {
    stage,
    waitUntil,
    /** As `waitUntil`, of the step of the code: its waits are its own. */
    codeWaitUntil,
    /** The session has begun. */
    hasEntered,
    id: tried?.id ?? '',
    password,
    link,
    code,
    /** The user has kept the recovery codes; until the server knows, it offers to create new ones. */
    goOn: async ({ token, profile }: SignedIn) => {
      const kept = await api
        .call(updateProfile, { body: { name: 'recovery_codes_kept', value: true } }, { token })
        .catch(() => null);
      const { recovery_codes: _, ...current } = kept?.objects[0] ?? { ...profile, recovery_codes: [] };
      await enter({ token, profile: profile && { ...profile, ...current } });
    },
    back: () => {
      setStage(start);
      code.reset();
    },
  };
}
