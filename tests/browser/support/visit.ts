import type { Browser, Page } from 'playwright';
import type { Client } from '../../support/client.ts';

export interface VisitOptions {
  /** Whose session the page has; nobody's for `null`. The file's manager unless it says otherwise. */
  as?: Client | null;
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  /** What this visit makes the browser complain of on purpose. */
  expected?: RegExp;
}

/** By contract: a machine that was never watched has no picture yet, and Chromium tells of every 404. */
const NO_PICTURE_YET = /404 .*\/liveview\//u;

const ACTION_MS = 10_000;
const TOKEN_KEY = 'vigil.token';

const TELL_BREACHES = `document.addEventListener('securitypolicyviolation', (breach) =>
  console.error('content security policy:', breach.violatedDirective, breach.blockedURI, breach.sourceFile))`;

/** Someone in front of a browser of their own: nothing is shared with another visit, not even storage. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** Errors of the console, uncaught ones and breaches of the content security policy. */
  readonly complaints: readonly string[];
}

export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const { as = null, width = 1440, height = 900, scheme = 'light', expected } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    // What moves for 120 ms would only make the tests wait.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(ACTION_MS);
  const token = as?.token;
  if (token !== undefined) {
    const origin = new URL(url).origin;
    const localStorage = [{ name: TOKEN_KEY, value: JSON.stringify(token) }];
    await context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
  }
  const complaints: string[] = [];
  const note = (text: string): void => {
    if (!expected?.test(text) && !NO_PICTURE_YET.test(text)) complaints.push(text);
  };
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && note(`${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => note(String(error)));
  await page.addInitScript({ content: TELL_BREACHES });
  await page.goto(url);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}
