import type { Notice } from '@vigil/shared/contract/http/notices';

/**
 * The notice that pops up: the newest whose date is in the future, unless it or a newer one was skipped
 * (spec 1 §4). `skipped` is the pk of the latest skipped notice, 0 for none.
 */
export function noticeToPopUp(notices: readonly Notice[], skipped: number, now: number): Notice | null {
  const current = notices.filter(({ pk, notice_date }) => Date.parse(notice_date) > now && pk > skipped);
  return current.toSorted((a, b) => b.pk - a.pk)[0] ?? null;
}
