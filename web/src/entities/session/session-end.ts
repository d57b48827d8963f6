import type { Profile } from '@vigil/shared/contract/http/profile';

type Kind = Pick<Profile, 'is_invited' | 'is_temporary'>;

/** The reason of a session's end as the sign-in page tells it: an invitation and a temporary account end in their own words. */
export function sessionEndReasonToShow(profile: Kind | null, reason: string | null): string | null {
  if (profile?.is_temporary) {
    if (reason === 'deactivated') return 'ticket';
    return reason === 'expired' ? 'temporary' : reason;
  }
  return profile?.is_invited && reason === 'expired' ? 'invitation' : reason;
}
