import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { postAccess } from '@vigil/shared/contract/http/sessions';
import { osIdOf } from '../../lib/browser-system.ts';

type AccessRecord = Extract<BodyOf<typeof postAccess>, { browser: string }>;

/** Browsers that share an engine: the more specific name comes first. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\/(\d+)/u, 'Edge'],
  [/\bOPR\/(\d+)/u, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/u, 'Samsung Internet'],
  [/\bWhale\/(\d+)/u, 'Whale'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/u, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/u, 'Chrome'],
  [/\bVersion\/(\d+).*\bSafari\//u, 'Safari'],
];

/** Name and major version, as `Chrome 140`. */
function browserOf(userAgent: string): string {
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return '';
}

/** The type of access by a browser; the apps have other numbers. */
const BY_BROWSER = 1;

export const createAccessRecord = (userAgent: string): AccessRecord => ({
  browser: browserOf(userAgent),
  dev_os_id: osIdOf(userAgent),
  type_id: BY_BROWSER,
});
