import type { StoredPreference } from '@vigil/shared/contract/http/preferences';
import type { Browser, BrowserContext, Page } from 'playwright';
import type { Client } from '../../support/client.ts';
import { within } from '../../support/within.ts';
import { collectErrors } from './console-errors.ts';
import { TEST_TIMEOUT_MS } from './timeouts.ts';

export interface PageOptions {
  /** Whose session the page has; `null`: signed out. Default: the administrator of the test file. */
  as?: Client | null;
  width?: number;
  height?: number;
  /** Console errors that the test causes on purpose. */
  expected?: RegExp;
  /** For what the bell counts: notices are of the whole system, and other tests post some. */
  withoutNotices?: boolean;
  /** Only the notices with this text in their titles, for the same reason. */
  noticesWith?: string;
  /**
   * Whether the choices of columns, views and the like are stored for the user. By default they stay in the page: other
   * tests of the file are signed in as the same user at the same time.
   */
  savesChoices?: boolean;
  /** Whether the test sets the clock; the browser context is then not used again. */
  setsClock?: boolean;
}

/** A page that shares nothing with other pages, not even storage. */
export interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  /** Console errors, uncaught errors and violations of the content security policy. */
  readonly consoleErrors: readonly string[];
}

export type OpenPage = (url: string, options?: PageOptions) => Promise<OpenedPage>;

/** Opening a browser context takes a second, so contexts are used again. */
export function createPageOpener(browser: Browser): OpenPage {
  const idle: BrowserContext[] = [];
  const openContext = async (): Promise<BrowserContext> => {
    const context = await within('the browser opens a context', browser.newContext());
    context.setDefaultTimeout(TEST_TIMEOUT_MS);
    return context;
  };
  return async (url, options = {}) => {
    const { as = null, width = 1440, height = 900, expected, withoutNotices, noticesWith, setsClock = false } = options;
    const context = idle.pop() ?? (await openContext());
    await context.clearCookies();
    const page = await within('the browser opens a page', context.newPage());
    await page.setViewportSize({ width, height });
    // Animations would only slow the tests down.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const { errors: consoleErrors, leave } = collectErrors(page, expected);
    await page.addInitScript({ content: `${reportCspViolations}${startSession(as?.token)}` });
    if (withoutNotices)
      await page.route('**/notices?*', (route) =>
        route.fulfill({ json: { status: 200, objects: [], meta: { total_count: 0 } } }),
      );
    if (noticesWith !== undefined) await searchNotices(page, noticesWith);
    if (!options.savesChoices) await keepChoices(page);
    await page.goto(url);
    return {
      page,
      consoleErrors,
      async [Symbol.asyncDispose]() {
        leave();
        if (setsClock) return within(`the context of ${url} closes`, context.close());
        await within(`the pages of ${url} close`, Promise.all(context.pages().map((one) => one.close())));
        idle.push(context);
      },
    };
  };
}

const searchNotices = (page: Page, text: string): Promise<unknown> =>
  page.route('**/notices?*', (route) => {
    const address = new URL(route.request().url());
    address.searchParams.set('search_value', text);
    return route.continue({ url: address.href });
  });

/** The preferences of the user, but for the notices that were read, are those that were chosen in this page. */
async function keepChoices(page: Page): Promise<void> {
  const chosen = new Map<string, StoredPreference>();
  await page.route('**/user/preferences', (route) =>
    route.fulfill({ json: { status: 200, objects: [...chosen.values()] } }),
  );
  await page.route(/\/user\/preferences\/(?!notice_skip)/u, (route) => {
    const key = route.request().url().split('/').at(-1) ?? '';
    const { value } = route.request().postDataJSON() as Pick<StoredPreference, 'value'>;
    const stored = { key, value, updated_at: new Date().toISOString() };
    if (value === null) chosen.delete(key);
    else chosen.set(key, stored);
    return route.fulfill({ json: { status: 200, objects: value === null ? [] : [stored] } });
  });
}

const reportCspViolations = `document.addEventListener('securitypolicyviolation', (violation) =>
  console.error('content security policy:', violation.violatedDirective, violation.blockedURI, violation.sourceFile));`;

/** Clears the storage of the previous page and sets the session before the first script of the page runs. */
const startSession = (token: string | undefined): string => `
if (location.protocol.startsWith('http') && !sessionStorage.getItem('arrived')) {
  sessionStorage.setItem('arrived', 'yes');
  localStorage.clear();
  const token = ${JSON.stringify(token ?? null)};
  if (token !== null) localStorage.setItem('vigil.token', JSON.stringify(token));
}`;
