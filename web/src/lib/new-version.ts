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
 * After an upgrade of the server the chunks of the earlier version are gone. The page is then loaded again, once, at the
 * address that the user wanted to open; the error page offers it from then on.
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

/** What browsers say of a chunk that cannot be loaded. */
const CHUNK_ERROR = /dynamically imported module|importing a module script|preload CSS/iu;

export const isChunkMissing = (error: unknown): boolean => error instanceof Error && CHUNK_ERROR.test(error.message);
