import { CHROMIUM_ARGS, ensureChromium } from '@vigil/infra/local/processes/chromium';
import { chromium, type Browser, type BrowserContext } from 'playwright';
import { within } from './within.ts';

/** It may have to be downloaded. */
const DOWNLOAD_MS = 110_000;

/** A real Chromium, already installed or downloaded. `await using browser = await launchBrowser()` */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await options());
}

/** A browser that keeps in `folder` what a person's browser keeps when it is closed. */
export async function openBrowserProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, await options());
}

async function options() {
  const executablePath = await within('Chromium is found', ensureChromium(), { timeout: DOWNLOAD_MS });
  return { executablePath, args: [...CHROMIUM_ARGS] };
}
