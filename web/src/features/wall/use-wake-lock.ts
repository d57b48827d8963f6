import { useEffect } from 'react';

/** A battery is charged, or a policy is changed. */
const RETRY_MS = 60_000;

/** Keeps the screen from being turned off while this is mounted, where the browser can do so. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let isWanted = true;
    let isRequesting = false;
    let lock: WakeLockSentinel | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const request = async () => {
      clearTimeout(timer);
      // The browser ends the lock of a page that is hidden.
      if (!isWanted || isRequesting || lock?.released === false || document.visibilityState !== 'visible') return;
      isRequesting = true;
      // A low battery or a policy may refuse it: the wall goes on without it.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      isRequesting = false;
      if (!isWanted) return void lock?.release();
      // A low battery may also end it.
      if (lock) lock.addEventListener('release', ask);
      else timer = setTimeout(ask, RETRY_MS);
    };
    const ask = () => void request();
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}
