import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { updateProfile as declared } from '@vigil/shared/contract/http/profile';
import { readProfile, updateProfile } from '@vigil/shared/contract/routes/accounts';
import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import type { z } from 'zod';
import type { Api } from '../../lib/api.ts';
import { useServices } from '../../lib/services.ts';
import { registerReread } from '../../live/reread-on.ts';
import { profileAtom } from '../session/session.ts';

/**
 * A policy decides how long a session may be idle, and which settings pages exist; other rights come with another
 * socket.
 */
export const profileKey = registerReread(['profile'], ['licence', 'payment', 'policy', 'profile', 'rights']);

/** The user of a session; null when the server knows none. */
export const profileQuery = (api: Api, token: string | null) =>
  queryOptions({
    queryKey: [...profileKey, token],
    queryFn: async () => (await api.call(readProfile)).objects[0] ?? null,
    enabled: token !== null,
  });

export type ProfileChange = z.input<(typeof declared)['body']>;

/** What only the answer to a change shows: new recovery codes, and the QR code of an authenticator to set up. */
export interface IssuedSecrets {
  readonly codes: readonly string[];
  readonly otpSetUp: string | null;
}

const nothing: IssuedSecrets = { codes: [], otpSetUp: null };

/** Changes one field of the signed-in user, and applies the answer. */
export function useProfileChange(): (change: ProfileChange) => Promise<IssuedSecrets> {
  const { api } = useServices();
  const setProfile = useSetAtom(profileAtom);
  const queries = useQueryClient();
  return useCallback(
    async (change) => {
      const { objects } = await api.call(updateProfile, { body: change });
      const [answer] = objects;
      if (!answer) return nothing;
      const { recovery_codes: codes = [], otp_setup: otpSetUp = null, ...profile } = answer;
      setProfile(profile);
      await queries.invalidateQueries({ queryKey: profileKey });
      return { codes, otpSetUp };
    },
    [api, setProfile, queries],
  );
}
