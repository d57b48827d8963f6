import { expect, test } from 'vitest';
import { launcherOf } from './launcher.ts';

// [user agent, how the viewer is opened there in a browser]
const BROWSERS = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0', 'frame'],
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/142.0', 'frame'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'window'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile', 'mobile_store'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 'mobile_store'],
  ['Mozilla/5.0 (PlayStation; PlayStation 5/9.00)', 'not_supported_os'],
] as const;

test.each(BROWSERS)('%s: %s', (userAgent, launcher) => {
  expect(launcherOf(userAgent, false)).toBe(launcher);
  expect(launcherOf(userAgent, true)).toBe('app');
});
