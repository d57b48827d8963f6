import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { listNotices } from '@vigil/shared/contract/http/notices';
import type { NoticePk } from '@vigil/shared/contract/ids';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { notices } from '@vigil/shared/platform/db/schema/notices';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import { eq } from 'drizzle-orm';

const sort = { notice_date: notices.noticeDate, create_time: notices.createdAt } as const;

/** The date range applies to the date by which the list is sorted. */
export const selectNoticePage = (tx: ReadTx, query: QueryOf<typeof listNotices>) =>
  selectPage(tx, tx.select().from(notices).$dynamic(), {
    query,
    rules: {
      where: eq(notices.type, query.type),
      sort,
      key: notices.pk,
      search: { notice_title: notices.title },
      date: { column: sort[query.by] },
    },
  });

export async function findNotice(tx: ReadTx, pk: NoticePk) {
  const [row] = await tx.select().from(notices).where(eq(notices.pk, pk));
  return row;
}
