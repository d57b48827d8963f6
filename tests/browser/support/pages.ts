import type { Browser, BrowserContext, Page } from 'playwright';
import type { Client } from '../../support/client.ts';
import { TEST_TIMEOUT_MS } from './timeouts.ts';

export interface PageOptions {
  /** Whose session the page has; `null`: signed out. Default: the manager of the test file. */
  as?: Client | null;
  width?: number;
  height?: number;
  /** Console errors that the test causes on purpose. */
  expected?: RegExp;
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

/** By contract: a device that was never watched has no picture yet, and Chromium logs every 404. */
const NO_PICTURE_YET = /404 .*\/liveview\//u;

/** Opening a browser context takes a second, so contexts are used again. */
export function createPageOpener(browser: Browser): OpenPage {
  const idle: BrowserContext[] = [];
  const openContext = async (): Promise<BrowserContext> => {
    const context = await browser.newContext();
    context.setDefaultTimeout(TEST_TIMEOUT_MS);
    return context;
  };
  return async (url, { as = null, width = 1440, height = 900, expected, setsClock = false } = {}) => {
    const context = idle.pop() ?? (await openContext());
    await context.clearCookies();
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    // Animations would only slow the tests down.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const consoleErrors: string[] = [];
    const note = (text: string): void => {
      if (!expected?.test(text) && !NO_PICTURE_YET.test(text)) consoleErrors.push(text);
    };
    page.on('console', (message) => message.type() === 'error' && note(`${message.text()} ${message.location().url}`));
    page.on('pageerror', (error) => note(String(error)));
    await page.addInitScript({ content: `${reportCspViolations}${startSession(as?.token)}` });
    await page.goto(url);
    return {
      page,
      consoleErrors,
      async [Symbol.asyncDispose]() {
        if (setsClock) return context.close();
        await Promise.all(context.pages().map((one) => one.close()));
        idle.push(context);
      },
    };
  };
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
