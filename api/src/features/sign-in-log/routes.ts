import type { OsId } from '@vigil/shared/contract/device';
import { listSignIns, type SignInLogRow } from '@vigil/shared/contract/http/sign-in-log';
import { parseTypedRange } from '../../access/date-range.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { selectLogPage, type SignInLogRecord } from './queries.ts';

const wireSignIn = (row: SignInLogRecord): SignInLogRow => ({
  pk: row.key,
  time: row.at.toISOString(),
  user_pk: row.userFk,
  mgrid: row.mgrid,
  name: row.name,
  ip: row.ip,
  browser: row.browser,
  dev_os_id: row.osId as OsId,
  user_agent: row.userAgent,
  login_from: row.loginFrom,
  cause: row.cause,
});

export function registerSignInLogRoutes(routes: RouteRegistry, { database }: Deps): void {
  routes.on(listSignIns, async ({ caller, query }) => {
    const { rows, meta } = await database.read(caller.company, async (tx) =>
      selectLogPage(tx, await parseTypedRange(tx, caller, query)),
    );
    return { objects: rows.map(wireSignIn), meta };
  });
}
