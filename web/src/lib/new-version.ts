import { storageKey } from './storage.ts';

/** A second reload within this time would not help: the server is unreachable, or serves half of an upgrade. */
const RELOAD_AGAIN_MS = 60_000;

type Page = Pick<Window, 'addEventListener' | 'sessionStorage' | 'location'>;

interface Surroundings {
  now: () => number;
  /** The address that the user is on the way to, whose chunk is being loaded; null while there is none. */
  wanted: () => string | null;
}

/**
 * Reloads the page once when a chunk is missing, at the address that the user wanted to open: after an upgrade of the server the
 * chunks of the earlier version are gone. When that does not help, the error page offers to reload.
 */
export function reloadOnceForNewVersion(page: Page, { now, wanted }: Surroundings): void {
  page.addEventListener('vite:preloadError', (event) => {
    const before = Number(page.sessionStorage.getItem(storageKey.reloadedAt) ?? 0);
    if (now() - before < RELOAD_AGAIN_MS) return;
    page.sessionStorage.setItem(storageKey.reloadedAt, String(now()));
    event.preventDefault();
    const address = wanted();
    if (address === null) page.location.reload();
    else page.location.assign(address);
  });
}

/** The messages of browsers for a chunk that cannot be loaded. */
const CHUNK_ERROR = /dynamically imported module|importing a module script|preload CSS/iu;

export const isChunkMissing = (error: unknown): boolean => error instanceof Error && CHUNK_ERROR.test(error.message);

const MODULE_SCRIPTS = /<script[^>]+type="module"[^>]+src="([^"]+)"/gu;

/** The scripts of this page. The last one is the console itself; those before it, which it shares with others, may stay the same. */
const ownScripts = (document: Document): string[] =>
  [...document.querySelectorAll('script[type="module"][src]')].map((script) => script.getAttribute('src') ?? '');

/** The build of this page: the name of its last script, whose hash names it. */
export const versionOf = (document: Document): string => ownScripts(document).at(-1)?.replace(/^.*\//u, '') ?? '';

/** Whether the server serves another version of the console than this page: its HTML names other scripts. */
export async function isOtherVersionServed(document: Document, fetchPage: () => Promise<string>): Promise<boolean> {
  const own = ownScripts(document);
  const served = [...(await fetchPage()).matchAll(MODULE_SCRIPTS)].map(([, src]) => src);
  return own.length > 0 && served.length > 0 && own.join(' ') !== served.join(' ');
}

/** The HTML that the server serves now at the address of this page. */
export const fetchServedPage = async (): Promise<string> => {
  const answer = await fetch(window.location.href, { cache: 'no-store', credentials: 'omit' });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.text();
};
