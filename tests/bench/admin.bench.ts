import { randomUUID } from 'node:crypto';
import type { CallOf } from '@vigil/shared/contract/endpoint';
import { createGroup } from '@vigil/shared/contract/http/groups';
import { importUsers } from '@vigil/shared/contract/http/imports';
import { listUsers } from '@vigil/shared/contract/http/users';
import { startStack } from '../support/stack.ts';
import { asSuperuser } from '../support/superuser.ts';
import { measureIpRules } from './support/ip-rules.ts';
import { otherRequests, spread } from './support/other-requests.ts';
import { percentile, report, round, type Verdict } from './support/report.ts';

// How long a page of many users takes: over HTTP, as the screen asks for it, one after the other. Then how long an
// import of 1,000 users with access to groups takes, and how long other requests and sign-ins take meanwhile, against
// the same without an import. Then the same while 5,000 IP rules are set with 5,000 sessions open.
const USERS = Number(process.env['USERS'] ?? 5_000);
const ROUNDS = 40;
const GOAL_MS = 50;
const IMPORTED = 1_000;
const IMPORT_GOAL_MS = 20_000;
const SLOWER_AT_MOST = 2;
const QUIET_MS = 10_000;
/** Of the tree to which imported users are given access, with two levels. */
const SITES = 20;

const queries: Readonly<Record<string, NonNullable<CallOf<typeof listUsers>['query']>>> = {
  'first page, active first': {},
  'last page': { offset: USERS - 10 },
  'by name': { by: 'name', order: 'desc' },
  'search in names': { search_key: 'name', search_value: '77' },
  'inactive users': { sort_active: 'inactive', limit: 20 },
};

await using stack = await startStack({ workers: 0, env: { LOG_LEVEL: 'fatal' } });
await asSuperuser(
  stack,
  (sql) => sql`
    insert into users (company_fk, mgrid, password_hash, name, email, phone, department, active, member_type_id)
    select (select min(pk) from companies), 'user-' || n, 'none', 'Name ' || n * 7919 % 5000, 'user' || n || '@vigil.test',
      '010-' || n, 'Department ' || n % 20, n % 10 > 0, case when n % 50 = 0 then 6 else 1 end
    from generate_series(1, ${USERS}) n`,
);
const client = await stack.signIn();

const verdicts: Verdict[] = [];
for (const [figure, query] of Object.entries(queries)) {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const since = performance.now();
    await client.call(listUsers, { query });
    times.push(performance.now() - since);
  }
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  verdicts.push({
    figure: `${USERS} users, ${figure}`,
    vigil: `p50 ${round(p50, 1)} ms, p95 ${round(p95, 1)} ms`,
    wanted: `p50 under ${GOAL_MS} ms`,
    met: p50 < GOAL_MS,
  });
}

await asSuperuser(stack, (sql) => sql`update licences set manager_limit = ${2 * (USERS + IMPORTED)}`);

for (let site = 0; site < SITES; site += 1) {
  const { objects } = await client.call(createGroup, { body: { name: `Site ${site}`, group_fk: null } });
  await client.call(createGroup, { body: { name: 'Floor', group_fk: objects[0]?.pk ?? null } });
}
const groupOf = (n: number): string => `Site ${n % SITES}/Floor`;

const until = performance.now() + QUIET_MS;
const quiet = await otherRequests({ stack, client }, () => performance.now() > until);
const rows = Array.from({ length: IMPORTED }, (_, n) => ({
  mgrid: `bench-${n}`,
  pw: 'Passw0rd!',
  name: `Name ${n}`,
  group_name: groupOf(n),
}));
let importMs = 0;
const since = performance.now();
/** As the console does it: a request that gets no answer in time is repeated, and is the same import. */
async function importAll(import_id: string) {
  for (;;) {
    try {
      return (await client.call(importUsers, { body: { rows, import_id } })).objects;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
    }
  }
}
const importing = importAll(randomUUID()).finally(() => {
  importMs = performance.now() - since;
});
const busy = await otherRequests({ stack, client }, () => importMs > 0);
const { failure } = await importing;
const ratioOf = (kind: 'requests' | 'signIns', share: number) =>
  percentile(busy[kind], share) / percentile(quiet[kind], share);
verdicts.push(
  {
    figure: `import of ${IMPORTED} users`,
    vigil: `${round(importMs / 1_000, 1)} s, ${failure} failed`,
    wanted: `under ${IMPORT_GOAL_MS / 1_000} s`,
    met: importMs < IMPORT_GOAL_MS && failure === 0,
  },
  {
    figure: 'other requests during the import',
    vigil: spread(busy.requests),
    bare: `quiet: ${spread(quiet.requests)}`,
    ratio: round(ratioOf('requests', 0.99)),
    wanted: `p99 under ${SLOWER_AT_MOST} times the quiet one`,
    met: ratioOf('requests', 0.99) < SLOWER_AT_MOST,
  },
  {
    figure: 'sign-ins during the import',
    vigil: spread(busy.signIns),
    bare: `quiet: ${spread(quiet.signIns)}`,
    ratio: round(ratioOf('signIns', 0.5)),
    wanted: `p50 under ${SLOWER_AT_MOST} times the quiet one`,
    met: ratioOf('signIns', 0.5) < SLOWER_AT_MOST,
  },
);
verdicts.push(...(await measureIpRules({ stack, client })));
report(verdicts);
