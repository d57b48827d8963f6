import { storageKey } from './local-storage-keys.ts';

/** A second reload within this time would not help: the server serves half of an upgrade. */
const RELOAD_AGAIN_MS = 60_000;

type Page = Pick<Window, 'addEventListener' | 'sessionStorage' | 'location'>;

interface Surroundings {
  now: () => number;
  /** The address that the user is on the way to, whose chunk is being loaded; null while there is none. */
  wanted: () => string | null;
  /** Fails while the server does not answer. */
  fetchPage: () => Promise<unknown>;
}

/**
 * Reloads the page once when a chunk is missing, at the address that the user wanted to open: after an upgrade of the
 * server the chunks of the earlier version are gone. When that does not help, or the server does not answer, the error
 * page offers to reload.
 */
export function installChunkReload(page: Page, { now, wanted, fetchPage }: Surroundings): void {
  let isAsking = false;
  const reload = async (address: string | null): Promise<void> => {
    await fetchPage();
    page.sessionStorage.setItem(storageKey.reloadedAt, String(now()));
    if (address === null) page.location.reload();
    else page.location.assign(address);
  };
  page.addEventListener('vite:preloadError', () => {
    const before = Number(page.sessionStorage.getItem(storageKey.reloadedAt) ?? 0);
    if (isAsking || now() - before < RELOAD_AGAIN_MS) return;
    isAsking = true;
    reload(wanted())
      // The next chunk that is missing asks again.
      .catch(() => undefined)
      .finally(() => (isAsking = false));
  });
}

/**
 * Reloads the page if the server answers, and fails otherwise: the browser would replace the page with an error page of
 * its own, which never recovers by itself.
 */
export async function reloadIfServerAnswers(): Promise<void> {
  await fetchServedPage();
  window.location.reload();
}

/** The messages of browsers for a chunk that cannot be loaded. */
const CHUNK_ERROR = /dynamically imported module|importing a module script|preload CSS/iu;

export const isChunkLoadError = (error: unknown): boolean => error instanceof Error && CHUNK_ERROR.test(error.message);

const MODULE_SCRIPTS = /<script[^>]+type="module"[^>]+src="([^"]+)"/gu;

/**
 * The scripts of this page. The last one is the console itself; those before it, which it shares with others, may stay
 * the same.
 */
const ownScripts = (document: Document): string[] =>
  [...document.querySelectorAll('script[type="module"][src]')].map((script) => script.getAttribute('src') ?? '');

/** The build of this page: the name of its last script, whose hash names it. */
export const buildNameOf = (document: Document): string => ownScripts(document).at(-1)?.replace(/^.*\//u, '') ?? '';

/** Whether the server serves another version of the console than this page: its HTML names other scripts. */
export async function isOtherVersionServed(document: Document, fetchPage: () => Promise<string>): Promise<boolean> {
  const own = ownScripts(document);
  const served = [...(await fetchPage()).matchAll(MODULE_SCRIPTS)].map(([, src]) => src);
  return own.length > 0 && served.length > 0 && own.join(' ') !== served.join(' ');
}

/** A server that accepts connections and does not answer counts as unreachable. */
const ANSWER_WITHIN_MS = 10_000;

/** The HTML that the server serves now at the address of this page. */
export const fetchServedPage = async (): Promise<string> => {
  const answer = await fetch(window.location.href, {
    cache: 'no-store',
    credentials: 'omit',
    // An address may end like that of a file, for which the server has no page unless it is asked for one.
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.text();
};
