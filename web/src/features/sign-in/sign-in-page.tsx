import { signIn } from '@vigil/shared/contract/http/session';
import { useMutation } from '@tanstack/react-query';
import { useAtom, useSetAtom } from 'jotai';
import { Navigate, useLocation } from 'react-router-dom';
import { useServices } from '../../lib/services.ts';
import { profileAtom, rememberedIdAtom, sessionEndAtom, tokenAtom } from '../../lib/session.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { outcomeOf } from './sign-in-outcome.ts';
import { SignInView, type Credentials } from './sign-in-view.tsx';

export function SignInPage() {
  const { api } = useServices();
  const language = useLanguage();
  const state: unknown = useLocation().state;
  const [token, setToken] = useAtom(tokenAtom);
  const setProfile = useSetAtom(profileAtom);
  const [ended, setEnded] = useAtom(sessionEndAtom);
  const [remembered, setRemembered] = useAtom(rememberedIdAtom);

  const submit = useMutation({
    mutationFn: async ({ id, password, remember }: Credentials) => {
      setEnded(null);
      const { objects } = await api.call(signIn, { body: { type: '1STEP', mail: id, pw: password } });
      const outcome = outcomeOf(objects);
      if (outcome.kind === 'signed-in') {
        setRemembered(remember ? id : '');
        setProfile(objects.profile ?? null);
        setToken(outcome.token);
      }
      return outcome;
    },
  });

  if (token !== null) return <Navigate to={fromOf(state) ?? `/${language}/device/all`} replace />;
  return (
    <SignInView
      language={language}
      remembered={remembered}
      ended={ended}
      busy={submit.isPending}
      outcome={submit.data ?? null}
      error={submit.error}
      onSubmit={submit.mutate}
    />
  );
}

const fromOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string' ? state.from : null;
