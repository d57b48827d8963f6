import type { Notice } from '@vigil/shared/contract/http/notices';
import type { NoticePk } from '@vigil/shared/contract/ids';

/**
 * The notice that pops up: the newest whose date is in the future and that is not among the skipped ones (spec 1 §4).
 */
export function noticeToPopUp(notices: readonly Notice[], skipped: readonly NoticePk[], now: number): Notice | null {
  const current = notices.filter(({ pk, notice_date }) => Date.parse(notice_date) > now && !skipped.includes(pk));
  return current.toSorted((a, b) => b.pk - a.pk)[0] ?? null;
}
