import { access } from '@vigil/shared/contract/http/sessions';
import { readProfile, type Profile } from '@vigil/shared/contract/http/session';
import { useSetAtom } from 'jotai';
import { accessRecord } from './access-record.ts';
import { clearPreviousUser } from '../../lib/storage.ts';
import { useServices } from '../../lib/services.ts';
import { profileAtom, tokenAtom } from './session.ts';

/**
 * Begins a session: what the person before left is cleared, the token is kept, and the access is recorded
 * (spec 1 §4). The profile is read when the answer that brought the token had none.
 * @throws ApiProblem when the token opens no session
 */
export function useStartSession(): (token: string, known: Profile | null) => Promise<void> {
  const { api } = useServices();
  const setToken = useSetAtom(tokenAtom);
  const setProfile = useSetAtom(profileAtom);
  return async (token, known) => {
    const profile = known ?? (await api.call(readProfile, {}, { token })).objects[0] ?? null;
    if (profile) clearPreviousUser(window.localStorage, String(profile.pk));
    setProfile(profile);
    setToken(token);
    // A sign-in that could not be recorded is still a sign-in.
    void api.call(access, { body: accessRecord(navigator.userAgent) }, { token }).catch(() => undefined);
  };
}
