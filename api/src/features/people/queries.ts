import { and, asc, count, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { searchPeople } from '@vigil/shared/contract/http/managers';
import type { UserPk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { contains } from '@vigil/shared/platform/db/contains';
import { users } from '@vigil/shared/platform/db/schema/users';
import { mayDecide } from '../../plugins/approvers.ts';

type Query = QueryOf<typeof searchPeople>;

const columns = { name: users.name, mgrid: users.mgrid, department: users.department } as const;

/** As many as a company has managers; `search_mode=all` has no page. */
const ALL = 1_000;

const person = {
  pk: users.pk,
  mgrid: users.mgrid,
  name: users.name,
  department: users.department,
  member_type_id: users.memberTypeId,
  use_approval_function: users.useApprovalFunction,
};

/** `authority` is a member type by its number (spec 1 §3); whatever is none finds nobody. */
function matching({ search_key, search_value }: Query): SQL | undefined {
  if (!search_value || search_key === undefined) return undefined;
  if (search_key !== 'authority') return contains(columns[search_key], search_value);
  return /^\d{1,4}$/u.test(search_value) ? eq(users.memberTypeId, Number(search_value)) : sql`false`;
}

export async function selectPeople(tx: Tx, query: Query) {
  const where = and(
    eq(users.active, true),
    query.name ? or(contains(users.name, query.name), contains(users.mgrid, query.name)) : undefined,
    query.approvers === '1' ? mayDecide() : undefined,
    matching(query),
  );
  const everything = query.search_mode === 'all';
  const direction = query.order === 'asc' ? asc : desc;
  const rows = await tx
    .select(person)
    .from(users)
    .where(where)
    .orderBy(direction(columns[query.by]), asc(users.pk))
    .limit(everything ? ALL : query.limit)
    .offset(everything ? 0 : query.offset);
  const [total] = await tx.select({ count: count() }).from(users).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Who decides the requests of a user: the own approver, or the company's Managers while there is none. */
export async function selectApproversOf(tx: Tx, user: UserPk) {
  const [caller] = await tx.select({ approver: users.approverFk }).from(users).where(eq(users.pk, user));
  const own = caller?.approver
    ? await tx
        .select(person)
        .from(users)
        .where(and(eq(users.pk, caller.approver), mayDecide()))
    : [];
  if (own.length > 0) return own;
  return tx
    .select(person)
    .from(users)
    .where(and(eq(users.type, 'Manager'), mayDecide()))
    .orderBy(asc(users.pk));
}
