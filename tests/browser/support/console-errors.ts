import type { Page, Request } from 'playwright';

/** By contract: a device that was never watched has no image yet, and Chromium logs every 404. */
const NO_PICTURE_YET = /404 .*\/liveview\//u;

/** What Chromium says of a request, an import or a socket that was cut off. */
const CUT_OFF = /net::ERR_ABORTED|TypeError: Failed to fetch|WebSocket is (?:closed before|already in CLOSING)/u;

/** Console errors and uncaught errors of a page, without those of requests that it cut off itself by leaving. */
export interface ConsoleErrors {
  readonly errors: readonly string[];
  /** From now on the page is being closed. */
  leave(): void;
}

export function collectErrors(page: Page, expected: RegExp | undefined): ConsoleErrors {
  const errors: string[] = [];
  let isLeaving = false;
  const note = (text: string): void => {
    if (expected?.test(text) || NO_PICTURE_YET.test(text) || (isLeaving && CUT_OFF.test(text))) return;
    errors.push(text);
  };
  page.on('console', (message) => message.type() === 'error' && note(`${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => note(String(error)));
  const setLeaving = (to: boolean) => (request: Request) => {
    if (request.isNavigationRequest()) isLeaving = to;
  };
  page.on('request', setLeaving(true));
  // A download, or another navigation before this one had an answer.
  page.on('requestfailed', setLeaving(false));
  page.on('domcontentloaded', () => (isLeaving = false));
  return { errors, leave: () => (isLeaving = true) };
}
