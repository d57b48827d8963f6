import { expect, test } from 'vitest';
import { joinReasons } from './join-reasons.ts';

test.for([
  [[], ''],
  [['2 – The device is not online.'], '2 – The device is not online.'],
  [['2 – The device is not online.', '1 – It waits.'], '2 – The device is not online · 1 – It waits'],
  [
    ['2台 – オンラインではありません。', '1台 – 権限がありません'],
    '2台 – オンラインではありません · 1台 – 権限がありません',
  ],
] as const)('%j reads "%s"', ([reasons, text]) => expect(joinReasons(reasons)).toBe(text));
