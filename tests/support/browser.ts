import { CHROMIUM_ARGS, ensureChromium } from '@vigil/infra/local/chromium';
import { chromium, type Browser } from 'playwright';
import { within } from './within.ts';

/** It may have to be downloaded. */
const DOWNLOAD_MS = 110_000;

/** A real Chromium, already installed or downloaded. `await using browser = await launchBrowser()` */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await within('Chromium is found', ensureChromium(), { timeout: DOWNLOAD_MS });
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
}
