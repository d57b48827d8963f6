import { useEffect } from 'react';

/** Keeps the screen from being turned off while this is mounted, where the browser can do so. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let isWanted = true;
    let lock: WakeLockSentinel | undefined;
    const request = async () => {
      // The browser ends the lock of a page that is hidden.
      if (document.visibilityState !== 'visible') return;
      // A low battery or a policy may refuse it: the wall goes on without it.
      const granted = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isWanted) lock = granted;
      else void granted?.release();
    };
    const onVisibility = () => void request();
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      isWanted = false;
      document.removeEventListener('visibilitychange', onVisibility);
      void lock?.release();
    };
  }, []);
}
