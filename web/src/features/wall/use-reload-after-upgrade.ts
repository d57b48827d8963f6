import { useEffect, useRef } from 'react';
import { fetchServedPage, isOtherVersionServed } from '../../lib/new-version.ts';
import { useConnectionStatus } from '../../live/use-fleet.ts';

/** The page may be served some time after the connection is there again. */
const ASK_AGAIN_MS = 15_000;
/** The server of the page may be upgraded alone, or last. */
const COMPARE_EACH_MS = 3_600_000;

/**
 * Reloads the page when the server serves another version, since nobody touches a wall. An upgrade ends the connection,
 * so the version is compared after each reconnection, as soon as the server answers, and each hour.
 */
export function useReloadAfterUpgrade(): void {
  const isLive = useConnectionStatus().kind === 'live';
  const wasLive = useRef(false);
  useEffect(() => {
    if (!isLive) return;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const compare = async () => {
      const isOther = await isOtherVersionServed(document, fetchServedPage).catch(() => null);
      if (isStopped) return;
      if (isOther) window.location.reload();
      else compareIn(isOther === null ? ASK_AGAIN_MS : COMPARE_EACH_MS);
    };
    const compareIn = (ms: number) => {
      timer = setTimeout(() => void compare(), ms);
    };
    if (wasLive.current) void compare();
    else compareIn(COMPARE_EACH_MS);
    wasLive.current = true;
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [isLive]);
}
