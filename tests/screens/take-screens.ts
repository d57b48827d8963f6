import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureCjkFonts } from '@vigil/infra/local/processes/chromium';
import { buildWebWhenStale } from '@vigil/infra/local/servers/web-client';
import type { Page } from 'playwright';
import { setColorScheme } from '../browser/support/color-scheme.ts';
import { addCompany, type Company } from '../browser/support/companies.ts';
import { createPageOpener, type OpenedPage } from '../browser/support/pages.ts';
import { DESKTOP, PHONE } from '../browser/support/screen-sizes.ts';
import { launchBrowser } from '../support/browser.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { fillCompany } from './fill-company.ts';
import { takeSessionScreens, sessionScreens } from './session-screens.ts';

// npm run screens                          every page: 3 languages, 2 colour schemes, 2 widths, with 0, 10 and 5,000
// rows
//                                          and remote sessions
// npm run screens -- '^users|^groups' ko   only screenshots whose names match these patterns
//
// Screenshots for people to look at, beside an index of them. What a program can see is reported: console errors, and
// pages that are wider than the window.
const OUT = fileURLToPath(new URL('../.out/all-screens/', import.meta.url));
const patterns = process.argv.slice(2).map((pattern) => new RegExp(pattern, 'u'));

const isWanted = (screenshot: string): boolean => patterns.every((pattern) => pattern.test(screenshot));

type Filled = Awaited<ReturnType<typeof fillCompany>>;

const languages = ['en', 'ko', 'ja'] as const;
const sizes = [0, 10, 5_000] as const;

/** Addresses after the language, by the name of their screenshots. */
const pagesOf = ({ home }: Company, filled: Filled) => ({
  devices: 'device/all',
  applications: 'application/all',
  configurations: 'appconfig',
  incidents: 'incidents?state=all',
  ...(filled.incident === undefined ? {} : { incident: `incidents/${filled.incident}?state=all` }),
  profile: 'management/profile',
  security: 'management/profile/security',
  display: 'management/profile/display',
  notifications: 'management/profile/notifications',
  users: 'management/managers',
  'user-new': 'management/managers/add',
  ...(filled.user === undefined ? {} : { user: `management/managers/${filled.user}` }),
  'users-excel': 'management/managers/excel',
  groups: 'management/groups',
  'groups-excel': 'management/groups/excel',
  group: `groups/detail/${home}`,
  updates: 'management/agent-updates',
  'access-mine': 'management/access',
  'access-review': 'management/access-user',
  'access-history': 'management/access-history',
  blocking: 'management/settings/blocking',
  'blocking-file': 'management/settings/blocking?add=excel',
  functions: 'management/settings/functions',
  audit: 'management/audit',
  'sign-ins': 'management/audit/sign-ins',
  'api-tokens': 'management/api-tokens',
  'wall-screens': 'management/screens',
  tickets: 'access-ticket/request',
  'tickets-approved': 'access-ticket/request?tab=approved',
  ...(filled.ticket === undefined ? {} : { ticket: `access-ticket/request?ticket=${filled.ticket}` }),
  channels: 'management/channels',
  maintenance: 'management/maintenance',
  commands: 'management/commands',
  licences: 'management/license',
  payments: 'management/payments',
  ...(filled.payment === undefined ? {} : { receipt: `management/payments/${filled.payment}` }),
  terms: 'terms',
  privacy: 'privacy',
  dashboard: 'statistics',
  'top-10': 'statistics/rate-summary',
  'remote-statistics': 'statistics/rate-remote',
  'alert-statistics': 'statistics/rate-warning',
  'remote-history': 'statistics/log-remote',
  'sign-in-history': 'statistics/log-access',
  'deleted-devices': 'statistics/log-delete',
  'alert-history': 'statistics/log-warning',
  'file-history': 'statistics/log-transfer',
  downloads: 'support/downloads',
  notices: 'support/notice',
});

interface OpenedPart {
  readonly address: string;
  /** Shows the part on its page, without a word of any language. */
  open(page: Page): Promise<void>;
}

/** Parts of pages that somebody has to open, with their addresses, by the name of their screenshots. */
const partsOf = ({ home }: Company): Record<string, OpenedPart> => ({
  wall: { address: 'wall', open: (page) => page.locator('main').waitFor() },
  bell: { address: 'incidents', open: (page) => page.locator('header button:has(.tabler-icon-bell)').click() },
  deliveries: {
    address: 'management/channels',
    open: async (page) => {
      const [first] = await page
        .getByRole('main')
        .getByRole('row')
        .filter({ has: page.locator('td') })
        .all();
      await first?.getByRole('button').first().click();
    },
  },
  'threshold-preview': {
    address: `groups/detail/${home}`,
    open: async (page) => {
      await page.locator('table input').nth(1).fill('50');
      await page.locator('table [role=status]').nth(1).filter({ hasText: /\d/u }).waitFor();
    },
  },
  'quiet-hours': {
    address: 'management/profile/notifications',
    open: async (page) => {
      const quiet = page.getByRole('main').getByRole('switch').last();
      if (!(await quiet.isChecked())) await quiet.click();
      await page.getByRole('main').getByRole('combobox').first().waitFor();
    },
  },
});

const problems: string[] = [];
const screenshots: string[] = [];

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
await ensureCjkFonts();
await buildWebWhenStale();
await using stack = await startStack({
  env: { LOG_LEVEL: 'fatal', MAP_TILES_URL: 'off', TICKETS: '1', PAYMENT_PROVIDER: 'sandbox' },
});
await using browser = await launchBrowser();
const openPage = createPageOpener(browser);
for (const size of sizes) await takeSize(stack, size);
const sessionLanguages = languages.filter((language) => sessionScreens.some((name) => isWanted(`${name}-${language}`)));
if (sessionLanguages.length > 0)
  await takeSessionScreens(stack, {
    openPage,
    languages: sessionLanguages,
    take: takeOpened,
  });
await writeFile(path.join(OUT, 'index.html'), indexOf(screenshots));
console.log(`${screenshots.length} screenshots: ${path.join(OUT, 'index.html')}`);
for (const problem of problems) console.log(`✗ ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;

async function takeSize(running: Stack, size: number): Promise<void> {
  const company = await addCompany(running);
  const filled = await fillCompany(running, company, size);
  for (const language of languages) {
    for (const [name, address] of Object.entries(pagesOf(company, filled))) {
      const screenshot = `${name}-${size}-${language}`;
      if (!isWanted(screenshot)) continue;
      await using opened = await openPage(`${running.url}/${language}/${address}`, { as: company.client });
      await takeOpened(opened, screenshot);
    }
    for (const [name, { address, open }] of Object.entries(partsOf(company))) {
      const screenshot = `${name}-${size}-${language}`;
      if (!isWanted(screenshot)) continue;
      await using opened = await openPage(`${running.url}/${language}/${address}`, { as: company.client });
      await takeOpened(opened, screenshot, async () => {
        // What the screenshot before opened is closed.
        await opened.page.reload();
        await settle(opened.page);
        await open(opened.page);
      });
    }
  }
}

async function takeOpened(opened: OpenedPage, screenshot: string, prepare?: () => Promise<void>): Promise<void> {
  if (!isWanted(screenshot)) return;
  await takePage(opened.page, screenshot, prepare);
  problems.push(...opened.consoleErrors.map((error) => `${screenshot}: ${error}`));
  console.log(screenshot);
}

/** @param prepare is called before each screenshot */
async function takePage(page: Page, name: string, prepare?: () => Promise<void>): Promise<void> {
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await settle(page);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    if (Number(width) > size.width) problems.push(`${name}: ${String(width)} px wide in a window of ${size.width}`);
    for (const colorScheme of ['dark', 'light'] as const) {
      await setColorScheme(page, colorScheme);
      await prepare?.();
      const file = `${name}-${colorScheme}-${size.width}.jpg`;
      await page.screenshot({ path: path.join(OUT, file), type: 'jpeg', quality: 80 });
      screenshots.push(file);
    }
  }
}

/** Waits until nothing is loading. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('main').first().waitFor();
  await page.waitForFunction("document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null");
}

function indexOf(files: readonly string[]): string {
  const figure = (file: string) =>
    `<figure><a href="${file}"><img src="${file}" loading="lazy" height="300"></a><figcaption>${file}</figcaption></figure>`;
  return `<!doctype html><title>Screens</title>
<style>body{display:flex;flex-wrap:wrap;gap:12px;font:12px sans-serif;background:#888}figure{margin:0}</style>
${files.map(figure).join('\n')}`;
}
