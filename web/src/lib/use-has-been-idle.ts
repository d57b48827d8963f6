import { useEffect, useState } from 'react';
import { whenBrowserIdle } from './when-idle.ts';

/** Whether the page has had time for something else since it was ready. */
export function useHasBeenIdle(isReady = true): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => (isReady ? whenBrowserIdle(() => setIdle(true)) : undefined), [isReady]);
  return isIdle;
}
