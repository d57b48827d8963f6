import { and, asc, count, desc, eq, gte, lte } from 'drizzle-orm';
import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { listNotices } from '@vigil/shared/contract/http/notices';
import type { NoticePk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { contains } from '@vigil/shared/platform/db/contains';
import { notices } from '@vigil/shared/platform/db/schema/announcements';

const columns = { notice_date: notices.noticeDate, create_time: notices.createdAt } as const;

/** As many as anybody reads; `search_mode=all` has no page. */
const ALL = 1_000;

const conditionsOf = (query: QueryOf<typeof listNotices>) =>
  and(
    eq(notices.type, query.type),
    query.search_value ? contains(notices.title, query.search_value) : undefined,
    query.start_date ? gte(columns[query.by], new Date(query.start_date)) : undefined,
    query.end_date ? lte(columns[query.by], new Date(query.end_date)) : undefined,
  );

/** One page, and how many there are. Equal dates are told apart by which came first, so that pages do not overlap. */
export async function selectNotices(tx: Tx, query: QueryOf<typeof listNotices>) {
  const direction = query.order === 'asc' ? asc : desc;
  const where = conditionsOf(query);
  const rows = await tx
    .select()
    .from(notices)
    .where(where)
    .orderBy(direction(columns[query.by]), direction(notices.pk))
    .limit(query.search_mode === 'all' ? ALL : query.limit)
    .offset(query.search_mode === 'all' ? 0 : query.offset);
  const [total] = await tx.select({ count: count() }).from(notices).where(where);
  return { rows, total: total?.count ?? 0 };
}

export async function findNotice(tx: Tx, pk: NoticePk) {
  const [row] = await tx.select().from(notices).where(eq(notices.pk, pk));
  return row;
}
