import { expect, test } from 'vitest';
import { findAnsweredRequest, FramesByWidth, limitFrameWidths, roundUpWidth } from './frame-widths.ts';

const request = (width: number, interval_ms = 1_000, format: 'jpg' | 'webp' = 'webp') => ({
  width,
  interval_ms,
  format,
});

test('[FRAME-2] widths are rounded up to steps', () => {
  expect([80, 160, 161, 225, 640].map(roundUpWidth)).toEqual([112, 160, 192, 272, 640]);
});

test('[FRAME-2] one request for each width, with the shortest interval and a format that all viewers decode', () => {
  expect(limitFrameWidths([request(640, 5_000), request(224), request(640, 500, 'jpg'), request(224, 2_000)])).toEqual([
    request(224, 1_000),
    request(640, 500, 'jpg'),
  ]);
});

test('[FRAME-2] of more than three widths, those that differ least get the larger frame', () => {
  const requests = [request(112), request(320, 200), request(384, 1_000, 'jpg'), request(544), request(640)];
  expect(limitFrameWidths(requests)).toEqual([request(112), request(384, 200, 'jpg'), request(640)]);
});

test('[FRAME-2] each viewer gets the next larger frame, and the largest frame where none is larger', () => {
  const demand = { requests: [request(224), request(640)] };
  expect(findAnsweredRequest(demand, 224)?.widths).toEqual({ above: 0, upTo: 224 });
  expect(findAnsweredRequest(demand, 640)?.widths).toEqual({ above: 224, upTo: 4_096 });
  expect(findAnsweredRequest(demand, undefined)).toEqual({ request: request(640), widths: { above: 0, upTo: 4_096 } });
  // Of an earlier demand.
  expect(findAnsweredRequest(demand, 320)).toBeUndefined();
  expect(findAnsweredRequest({ requests: [] }, undefined)).toBeUndefined();
});

test('[FRAME-2] a frame replaces those that were for its viewers', () => {
  const frames = new FramesByWidth<{ name: string; widths: { above: number; upTo: number } }>();
  const put = (name: string, above: number, upTo: number) => frames.put({ name, widths: { above, upTo } });
  put('all', 0, 4_096);
  put('small', 0, 224);
  expect([frames.for(200)?.name, frames.for(640)?.name]).toEqual(['small', undefined]);
  put('large', 224, 4_096);
  expect([frames.for(224)?.name, frames.for(225)?.name]).toEqual(['small', 'large']);
  put('all again', 0, 4_096);
  expect([frames.for(200)?.name, frames.above(224)]).toEqual(['all again', undefined]);
});
