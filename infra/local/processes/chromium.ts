import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { StartProblem } from '../start-problem.ts';
import { findExecutable } from './find-executable.ts';
import { runToEnd } from './run.ts';
import { installHint, installPackages, type PackageNames } from './system-packages.ts';

// The shell is the same browser without the desktop around it.
const PROGRAMS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const CHROMIUM: PackageNames = {
  apt: ['chromium-headless-shell'],
  dnf: ['chromium'],
  apk: ['chromium'],
  brew: ['chromium'],
};
const DISPLAY: PackageNames = { apt: ['xvfb'], dnf: ['xorg-x11-server-Xvfb'], apk: ['xvfb'] };
const TERMINAL: PackageNames = { apt: ['xterm'], dnf: ['xterm'], apk: ['xterm'] };
const FONTS: PackageNames = {
  apt: ['fontconfig', 'fonts-noto-cjk'],
  dnf: ['fontconfig', 'google-noto-sans-cjk-fonts'],
  apk: ['fontconfig', 'font-noto-cjk'],
};

/** For tests: without a screen, as any user, and without calls to the services of its vendor. */
export const CHROMIUM_ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

export async function findChromium(): Promise<string | undefined> {
  const given = process.env['CHROMIUM_PATH'];
  if (given && existsSync(given)) return given;
  return (await findExecutable(PROGRAMS)) ?? (await findPlaywrightChromium());
}

/** A Chromium to test with: what is on the PATH, what Playwright downloaded, else what the package manager gives. */
export async function ensureChromium(): Promise<string> {
  return ensure('Chromium', CHROMIUM, findChromium);
}

/** A virtual display, on which the agent's capture of a real screen is tested. */
export async function ensureXvfb(): Promise<string> {
  return ensure('Xvfb', DISPLAY, () => findExecutable(['Xvfb']));
}

/** A terminal on that display, into which tests of remote desktops type. */
export async function ensureXterm(): Promise<string> {
  return ensure('xterm', TERMINAL, () => findExecutable(['xterm']));
}

/** A font with Korean and Japanese glyphs, without which screenshots show boxes. */
export async function ensureCjkFonts(): Promise<string> {
  return ensure('a font with Korean and Japanese', FONTS, async () => {
    const [korean, japanese] = await Promise.all(
      ['ko', 'ja'].map((language) => runToEnd('fc-list', [`:lang=${language}`])),
    );
    return korean?.stdout && japanese?.stdout ? 'found' : undefined;
  });
}

async function ensure(what: string, packages: PackageNames, find: () => Promise<string | undefined>): Promise<string> {
  const found = await find();
  if (found) return found;
  const installed = await installPackages(packages, () => {});
  const there = await find();
  if (there) return there;
  const reason = installed.ok ? 'its package does not hold it' : installed.reason;
  const hint = await installHint(packages);
  throw new StartProblem(`${what} is missing and could not be installed (${reason})${hint && `: run: ${hint}`}`);
}

async function findPlaywrightChromium(): Promise<string | undefined> {
  const cache = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? path.join(homedir(), '.cache', 'ms-playwright');
  const versions = await readdir(cache).catch(() => []);
  const newestFirst = versions.filter((name) => /^chromium-\d+$/u.test(name)).toSorted((a, b) => b.localeCompare(a));
  return newestFirst
    .flatMap((name) => ['chrome-linux', 'chrome-linux64'].map((folder) => path.join(cache, name, folder, 'chrome')))
    .find((file) => existsSync(file));
}
