import { DEFAULT_SIGN_IN_LINK_LIFETIME_S } from '@vigil/shared/contract/limits';
import { createSignInLink } from '@vigil/shared/contract/routes/accounts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';

/** An address that signs in on another device, valid until an instant (ISO 8601). */
export interface SignInLink {
  url: string;
  until: string;
}

/**
 * Makes a sign-in link to all devices. Its end is counted from the answer: a clock that is a minute off would show none
 * of it.
 */
export function useSignInLink({
  onMade,
  onError,
}: {
  onMade: (link: SignInLink) => void;
  onError?: (error: Error) => void;
}) {
  const { api } = useServices();
  const language = useLanguage();
  return useSingleFlightMutation({
    mutationFn: async (): Promise<SignInLink> => {
      const { objects } = await api.call(createSignInLink, { body: { redirect: `/${language}/device/all` } });
      return { url: objects.url, until: new Date(Date.now() + DEFAULT_SIGN_IN_LINK_LIFETIME_S * 1_000).toISOString() };
    },
    onSuccess: onMade,
    ...(onError ? { onError } : {}),
  });
}
