import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { profileKey } from '../entities/session/profile.ts';

const MAX_INTERVAL_MS = 10 * 60_000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/**
 * The server counts requests as the use of a session, and a screen that is only looked at makes none. So an active user's
 * screen requests the profile from time to time: three times within the idle limit, or every ten minutes.
 */
export function useKeepAlive(limitMs: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    const everyMs = limitMs === 0 ? MAX_INTERVAL_MS : Math.min(MAX_INTERVAL_MS, limitMs / 3);
    let askedAt = Date.now();
    const onSign = () => {
      if (Date.now() - askedAt < everyMs) return;
      askedAt = Date.now();
      void queries.invalidateQueries({ queryKey: profileKey });
    };
    for (const sign of signs) window.addEventListener(sign, onSign, { passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, onSign);
    };
  }, [limitMs, queries]);
}
