import { ensureChromium } from '@vigil/infra/local/chromium';
import { chromium, type Browser } from 'playwright';

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
  return chromium.launch({ executablePath: await ensureChromium(), args: ARGS });
}
