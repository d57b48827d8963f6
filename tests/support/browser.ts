import { ensureChromium } from '@vigil/infra/local/chromium';
import { chromium, type Browser } from 'playwright';
import { within } from './within.ts';

/** It may have to be downloaded. */
const DOWNLOAD_MS = 110_000;

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A real Chromium, already installed or downloaded. `await using browser = await launchBrowser()` */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await within('Chromium is found', ensureChromium(), { timeout: DOWNLOAD_MS });
  return chromium.launch({ executablePath, args: ARGS });
}
