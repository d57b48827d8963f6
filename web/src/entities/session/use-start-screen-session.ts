import { readProfile } from '@vigil/shared/contract/routes/accounts';
import { useSetAtom } from 'jotai';
import { COOKIE_SESSION_TOKEN } from '../../lib/api.ts';
import { claimStorageForUser } from '../../lib/local-storage-keys.ts';
import { useServices } from '../../lib/services.ts';
import { profileAtom, unpairReasonAtom, tokenAtom } from './session.ts';
import { bindSessionToTab, setStaySignedIn } from './token-storage.ts';

/**
 * Starts the session of a wall screen, whose cookie the browser has received. It lasts beyond the choice of a person to
 * stay signed in.
 * @throws ApiProblem when the cookie was not stored
 */
export function useStartScreenSession(): () => Promise<void> {
  const { api } = useServices();
  const setToken = useSetAtom(tokenAtom);
  const setProfile = useSetAtom(profileAtom);
  const setScreenEnd = useSetAtom(unpairReasonAtom);
  return async () => {
    const profile = (await api.call(readProfile, {}, { token: COOKIE_SESSION_TOKEN })).objects[0] ?? null;
    if (profile) claimStorageForUser(window.localStorage, String(profile.pk), { keepsToken: false });
    bindSessionToTab(window.sessionStorage, false);
    setStaySignedIn(window.localStorage, 'now');
    setScreenEnd(null);
    setProfile(profile);
    setToken(COOKIE_SESSION_TOKEN);
  };
}
