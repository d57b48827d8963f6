import { expect, test } from 'vitest';
import { createAccessRecord } from './access-record.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome 140', 1],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/140.0.0.0`, 'Edge 140', 1],
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome.replace('Chrome', 'HeadlessChrome')}`, 'Chrome 140', 2],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0', 'Firefox 141', 2],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari 18',
    3,
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Whale/3.1`, 'Whale 3', 4],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile Safari/604.1',
    'Chrome 140',
    5,
  ],
  ['curl/8.0', '', 0],
])('%s, from %s', (userAgent, browser, dev_os_id) => {
  expect(createAccessRecord(userAgent)).toEqual({ browser, dev_os_id, type_id: 1 });
});
