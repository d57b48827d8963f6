import type { Profile } from '@vigil/shared/contract/http/profile';
import { readProfile, updateProfile, postAccess } from '@vigil/shared/contract/routes/accounts';
import { useSetAtom } from 'jotai';
import { useLanguage } from '../../lib/language.ts';
import { claimStorageForUser } from '../../lib/local-storage-keys.ts';
import { useServices } from '../../lib/services.ts';
import { createAccessRecord } from './access-record.ts';
import { profileAtom, tokenAtom } from './session.ts';
import { bindSessionToTab } from './token-storage.ts';

/**
 * Starts a session: clears the data of the previous user, stores the token and records the access
 * (spec 1 §4). The profile is read when it did not come with the token.
 * @throws ApiProblem when the token is not valid
 */
export function useStartSession(): (token: string, known: Profile | null) => Promise<void> {
  const { api } = useServices();
  const language = useLanguage();
  const setToken = useSetAtom(tokenAtom);
  const setProfile = useSetAtom(profileAtom);
  return async (token, known) => {
    const profile = known ?? (await api.call(readProfile, {}, { token })).objects[0] ?? null;
    const isInvited = profile?.is_invited === true;
    if (profile) claimStorageForUser(window.localStorage, String(profile.pk), { keepsToken: isInvited });
    bindSessionToTab(window.sessionStorage, isInvited);
    setProfile(profile);
    setToken(token);
    // A failed record does not undo the sign-in.
    void api.call(postAccess, { body: createAccessRecord(navigator.userAgent) }, { token }).catch(() => undefined);
    // Mails are in the language in which the console is read.
    if (profile && !isInvited && profile.lang_code !== language) {
      setProfile({ ...profile, lang_code: language });
      void api.call(updateProfile, { body: { name: 'lang_code', value: language } }, { token }).catch(() => undefined);
    }
  };
}
