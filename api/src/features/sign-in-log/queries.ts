import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { listSignIns } from '@vigil/shared/contract/http/sign-in-log';
import type { LoginOrigin, SignInFailureCause } from '@vigil/shared/contract/names';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { signInFailures, signInRecords } from '@vigil/shared/platform/db/schema/accounts';
import { epochMicroseconds, selectPage } from '@vigil/shared/platform/db/select-page';
import { whereEqual } from '@vigil/shared/platform/db/where-equal';
import { and, isNotNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';

/** Sign-ins and failed ones as the rows of one table. */
function selectBoth(tx: ReadTx) {
  const succeeded = tx
    .select({
      key: sql<string>`'a' || ${signInRecords.pk}`.as('key'),
      at: signInRecords.at,
      userFk: signInRecords.userFk,
      mgrid: signInRecords.mgrid,
      name: signInRecords.name,
      ip: signInRecords.ip,
      browser: sql<string>`${signInRecords.browser}`.as('browser'),
      osId: sql<number>`${signInRecords.osId}`.as('os_id'),
      userAgent: sql<string>`''`.as('user_agent'),
      loginFrom: sql<LoginOrigin | null>`${signInRecords.loginFrom}`.as('login_from'),
      cause: sql<SignInFailureCause | null>`null::varchar`.as('cause'),
    })
    .from(signInRecords);
  const failed = tx
    .select({
      key: sql<string>`'f' || ${signInFailures.pk}`.as('key'),
      at: signInFailures.at,
      userFk: signInFailures.userFk,
      mgrid: signInFailures.mgrid,
      name: signInFailures.name,
      ip: signInFailures.ip,
      browser: sql<string>`''`.as('browser'),
      osId: sql<number>`0`.as('os_id'),
      userAgent: sql<string>`${signInFailures.userAgent}`.as('user_agent'),
      loginFrom: sql<LoginOrigin | null>`null::varchar`.as('login_from'),
      cause: sql<SignInFailureCause | null>`${signInFailures.cause}`.as('cause'),
    })
    .from(signInFailures);
  return unionAll(succeeded, failed).as('sign_ins');
}

/** A page of the sign-ins and failed ones of the company. */
export function selectLogPage(tx: ReadTx, query: QueryOf<typeof listSignIns>) {
  const both = selectBoth(tx);
  const { key, at, userFk, mgrid, name, ip, browser, osId, userAgent, loginFrom, cause } = both;
  const columns = { key, at, userFk, mgrid, name, ip, browser, osId, userAgent, loginFrom, cause };
  const source = tx.select({ ...columns, micros: epochMicroseconds(at).as('micros') }).from(both);
  return selectPage(tx, source.$dynamic(), {
    query,
    rules: {
      where: and(whereEqual(userFk, query.user_pk), query.failed === undefined ? undefined : isNotNull(cause)),
      sort: { create_time: at },
      key,
      search: { mgrid, name, ip },
      date: { column: at },
      cursor: (row) => ({ at: row.micros, key: row.key }),
    },
  });
}

export type SignInLogRecord = Awaited<ReturnType<typeof selectLogPage>>['rows'][number];
