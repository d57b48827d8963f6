import { useEffect, useRef } from 'react';
import { fetchServedPage, isOtherVersionServed } from '../../lib/new-version.ts';
import { useLinkState } from '../../live/use-fleet.ts';

/** The page may be served some time after the connection is there again. */
const ASK_AGAIN_MS = 15_000;

/**
 * Reloads the page when the server serves another version, since nobody touches a wall. An upgrade ends the connection, so the version is
 * compared after each reconnection, as soon as the server answers.
 */
export function useReloadAfterUpgrade(): void {
  const isLive = useLinkState().kind === 'live';
  const wasLive = useRef(false);
  useEffect(() => {
    if (!isLive) return;
    const isReconnected = wasLive.current;
    wasLive.current = true;
    if (!isReconnected) return;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const compare = async () => {
      const isOther = await isOtherVersionServed(document, fetchServedPage).catch(() => null);
      if (isStopped) return;
      if (isOther === null) timer = setTimeout(() => void compare(), ASK_AGAIN_MS);
      else if (isOther) window.location.reload();
    };
    void compare();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [isLive]);
}
