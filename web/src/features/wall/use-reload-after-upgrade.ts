import { useEffect, useRef } from 'react';
import { fetchServedPage, isOtherVersionServed } from '../../lib/new-version.ts';
import { useLinkState } from '../../live/use-fleet.ts';

/**
 * Reloads the page when the server serves another version, since nobody touches a wall. An upgrade ends the connection, so the version is
 * compared after each reconnection.
 */
export function useReloadAfterUpgrade(): void {
  const isLive = useLinkState().kind === 'live';
  const wasLive = useRef(false);
  useEffect(() => {
    if (!isLive) return;
    const isReconnected = wasLive.current;
    wasLive.current = true;
    if (!isReconnected) return;
    isOtherVersionServed(document, fetchServedPage).then(
      (isOther) => isOther && window.location.reload(),
      // The next connection looks again.
      () => undefined,
    );
  }, [isLive]);
}
