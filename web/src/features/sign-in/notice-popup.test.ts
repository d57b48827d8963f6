import type { Notice } from '@vigil/shared/contract/http/notices';
import { expect, test } from 'vitest';
import { noticeToPopUp } from './notice-popup.ts';

const NOW = Date.parse('2026-05-01T00:00:00Z');
const notice = (pk: number, date: string): Notice =>
  ({ pk, notice_title: `${pk}`, notice_content: '', notice_date: date, create_time: date, type: 'en' }) as Notice;
const past = notice(3, '2026-04-30T23:59:59.999Z');
const older = notice(4, '2026-06-01T00:00:00Z');
const newer = notice(5, '2026-05-02T00:00:00Z');

test('a notice does not pop up after its date', () => {
  expect(noticeToPopUp([past], [], NOW)).toBeNull();
  expect(noticeToPopUp([notice(9, '2026-05-01T00:00:00Z')], [], NOW)).toBeNull();
  expect(noticeToPopUp([], [], NOW)).toBeNull();
});

test('the newest current notice pops up', () => {
  expect(noticeToPopUp([older, newer, past], [], NOW)).toBe(newer);
});

test('a skipped notice does not pop up again, and does not keep others from it', () => {
  expect(noticeToPopUp([older, newer], [older.pk, newer.pk], NOW)).toBeNull();
  expect(noticeToPopUp([older, newer], [older.pk], NOW)).toBe(newer);
  expect(noticeToPopUp([older, newer], [newer.pk], NOW)).toBe(older);
});
