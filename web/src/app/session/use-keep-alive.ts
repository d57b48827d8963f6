import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { profileKey } from '../../entities/profile/profile.ts';

const MAX_INTERVAL_MS = 10 * 60_000;
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/**
 * The server counts requests as the use of a session, and a screen that is only looked at makes none. So an active
 * user's screen requests the profile from time to time: three times within the idle limit, or every ten minutes.
 */
export function useKeepAlive(limitMs: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    const everyMs = limitMs === 0 ? MAX_INTERVAL_MS : Math.min(MAX_INTERVAL_MS, limitMs / 3);
    let requestedAt = Date.now();
    const onActivity = () => {
      if (Date.now() - requestedAt < everyMs) return;
      requestedAt = Date.now();
      void queries.invalidateQueries({ queryKey: profileKey });
    };
    for (const event of activityEvents) window.addEventListener(event, onActivity, { passive: true });
    return () => {
      for (const event of activityEvents) window.removeEventListener(event, onActivity);
    };
  }, [limitMs, queries]);
}
