import { useEffect, useRef } from 'react';
import { useLinkState } from '../../live/use-fleet.ts';

const ENTRY = /<script[^>]+type="module"[^>]+src="([^"]+)"/u;

/** Whether the server serves another version of the console than this page is of. */
export async function isOtherVersionServed(document: Document, fetchPage: () => Promise<string>): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  const served = ENTRY.exec(await fetchPage())?.[1];
  return own != null && served !== undefined && own !== served;
}

const fetchPage = async (): Promise<string> => {
  const answer = await fetch(window.location.href, { cache: 'no-store', credentials: 'omit' });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.text();
};

/** A wall that nobody touches loads the new version by itself: an upgrade ends its connection, and the next one is a reason to look. */
export function useReloadAfterUpgrade(): void {
  const isLive = useLinkState().kind === 'live';
  const wasLive = useRef(false);
  useEffect(() => {
    if (!isLive) return;
    const isReconnected = wasLive.current;
    wasLive.current = true;
    if (!isReconnected) return;
    isOtherVersionServed(document, fetchPage).then(
      (isOther) => isOther && window.location.reload(),
      // The next connection looks again.
      () => undefined,
    );
  }, [isLive]);
}
