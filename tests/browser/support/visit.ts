import type { Browser, BrowserContext, Page } from 'playwright';
import type { Client } from '../../support/client.ts';
import { PATIENCE_MS } from './patience.ts';

export interface VisitOptions {
  /** Whose session the page has; nobody's for `null`. The file's manager unless it says otherwise. */
  as?: Client | null;
  width?: number;
  height?: number;
  /** What this visit makes the browser complain of on purpose. */
  expected?: RegExp;
  /** Whether the test sets the clock: it is the window's, which is nobody else's afterwards. */
  setsClock?: boolean;
}

/** Someone in front of a browser: nothing is shared with another visit, not even storage. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** Errors of the console, uncaught ones and breaches of the content security policy. */
  readonly complaints: readonly string[];
}

/** Opens the door to visitors, one window each. */
export type Reception = (url: string, options?: VisitOptions) => Promise<Visit>;

/** By contract: a machine that was never watched has no picture yet, and Chromium tells of every 404. */
const NO_PICTURE_YET = /404 .*\/liveview\//u;

/** A window costs a second to open; those that were left are used again by the next visitor. */
export function createReception(browser: Browser): Reception {
  const left: BrowserContext[] = [];
  const openWindow = async (): Promise<BrowserContext> => {
    const context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return async (url, { as = null, width = 1440, height = 900, expected, setsClock = false } = {}) => {
    const context = left.pop() ?? (await openWindow());
    await context.clearCookies();
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    // What moves for 120 ms would only make the tests wait.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const complaints: string[] = [];
    const note = (text: string): void => {
      if (!expected?.test(text) && !NO_PICTURE_YET.test(text)) complaints.push(text);
    };
    page.on('console', (message) => message.type() === 'error' && note(`${message.text()} ${message.location().url}`));
    page.on('pageerror', (error) => note(String(error)));
    await page.addInitScript({ content: `${tellBreaches}${arriveWith(as?.token)}` });
    await page.goto(url);
    return {
      page,
      complaints,
      async [Symbol.asyncDispose]() {
        if (setsClock) return context.close();
        await Promise.all(context.pages().map((one) => one.close()));
        left.push(context);
      },
    };
  };
}

const tellBreaches = `document.addEventListener('securitypolicyviolation', (breach) =>
  console.error('content security policy:', breach.violatedDirective, breach.blockedURI, breach.sourceFile));`;

/** What the visitor before left is gone, and the session is there, before the first script of the page runs. */
const arriveWith = (token: string | undefined): string => `
if (location.protocol.startsWith('http') && !sessionStorage.getItem('arrived')) {
  sessionStorage.setItem('arrived', 'yes');
  localStorage.clear();
  const token = ${JSON.stringify(token ?? null)};
  if (token !== null) localStorage.setItem('vigil.token', JSON.stringify(token));
}`;
