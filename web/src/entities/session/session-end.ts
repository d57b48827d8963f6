import type { Profile } from '@vigil/shared/contract/http/profile';

type Kind = Pick<Profile, 'is_invited' | 'is_temporary' | 'work_ends'>;

/**
 * The reason of a session's end as the sign-in page tells it: an invitation and a temporary account end in their own
 * words. Whose work time is over is not told to sign in again.
 * @param now in milliseconds since 1970
 */
export function shownEndReason(profile: Kind | null, reason: string | null, now: number): string | null {
  if (profile?.is_temporary) {
    const isWorkOver = profile.work_ends !== undefined && Date.parse(profile.work_ends) <= now;
    const isClosed = reason === 'deactivated' || reason === 'deleted';
    if (isWorkOver && (reason === 'expired' || isClosed)) return 'work_over';
    if (isClosed) return 'ticket';
    return reason === 'expired' ? 'temporary' : reason;
  }
  return profile?.is_invited && reason === 'expired' ? 'invitation' : reason;
}
