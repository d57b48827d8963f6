import { expect, test } from 'vitest';
import { createMissedAnnouncementDetector } from './missed-announcement-detector.ts';

test('[SEQ-12] announcements that have all arrived are not missed, whether before the answer or after it', () => {
  const count = createMissedAnnouncementDetector();
  expect(count.connect(7)).toBe(true);
  count.receive();
  const isMissed = count.compare(9);
  count.receive();
  expect(isMissed()).toBe(false);
});

test('[SEQ-12] one that has not arrived is missed once', () => {
  const count = createMissedAnnouncementDetector();
  count.connect(7);
  count.receive();
  expect(count.compare(9)()).toBe(true);
  expect(count.compare(9)()).toBe(false);
});

test('[SEQ-12] a connection that finds the same count has missed none, and another has', () => {
  const count = createMissedAnnouncementDetector();
  count.connect(7);
  count.receive();
  expect(count.connect(8)).toBe(false);
  expect(count.connect(9)).toBe(true);
  expect(count.connect(9)).toBe(false);
});

test('[SEQ-12] a count that the server has lost may have hidden announcements', () => {
  const count = createMissedAnnouncementDetector();
  count.connect(7);
  expect(count.compare(3)()).toBe(true);
  expect(count.compare(3)()).toBe(false);
});

test('a server that tells no count makes a browser read again with each connection, and never between', () => {
  const count = createMissedAnnouncementDetector();
  count.connect(7);
  expect(count.compare(undefined)()).toBe(false);
  expect(count.connect(undefined)).toBe(true);
  expect(count.connect(undefined)).toBe(true);
});
