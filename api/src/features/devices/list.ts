import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { GroupScope } from '@vigil/shared/contract/events/browser-up/watch';
import type { listDevices, readDeviceListSnapshot } from '@vigil/shared/contract/http/devices';
import type { DevicePk, FavouritePk } from '@vigil/shared/contract/ids';
import type { FleetSummary } from '@vigil/shared/contract/summary';
import { countFleet } from '@vigil/shared/domain/fleet-counts';
import { createTextSearch } from '@vigil/shared/domain/search-text';
import { createSightCheck } from '@vigil/shared/domain/sight';
import { createAllTagsFilter } from '@vigil/shared/domain/tags';
import { approvalForViewer } from '@vigil/shared/domain/visible-parts';
import { readOpenWindowDevices } from '@vigil/shared/platform/approval-windows';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { pageRange } from '@vigil/shared/platform/db/select-page';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import { currentSeq } from '@vigil/shared/platform/redis/seq';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import type { CompanyViews } from './company-view/company-views.ts';
import { groupsWithin, type FleetRows, type ListedRow } from './company-view/fleet-rows.ts';
import { readCallerData } from './company-view/read-company.ts';
import { serializeColumns } from './company-view/write-columns.ts';
import { serializeRows } from './company-view/write-rows.ts';
import { selectDeviceKeys } from './queries.ts';

type PolicyPagesOpenToCompany = Pick<FleetSummary, 'common_policy' | 'ip_policy'>;

/** Which pages of policies an operator has left to the company (decision 45). */
async function readPolicyPagesOpenToCompany(
  tx: ReadTx,
  { company }: Pick<Caller, 'company'>,
): Promise<PolicyPagesOpenToCompany> {
  const { commonPolicy, ipPolicy } = companies;
  const [row] = await tx
    .select({ common_policy: commonPolicy, ip_policy: ipPolicy })
    .from(companies)
    .where(eq(companies.pk, company));
  return row ?? { common_policy: 0, ip_policy: 0 };
}

type ListDeps = Deps & { readonly views: CompanyViews };
type ListQuery = QueryOf<typeof listDevices>;
type Condition = (row: ListedRow) => boolean;

/**
 * The company as it is now or later, never earlier: a client that changed a device and then reads it sees the change.
 */
async function openView(deps: ListDeps, caller: Caller) {
  const [seq, { version, ...own }] = await Promise.all([
    currentSeq(deps.redis, caller.company),
    readCallerData(deps, caller),
  ]);
  const { rows, sorter } = await deps.views.of(caller.company, { seq, version });
  return { seq, rows, sorter, ...own };
}

function isVisible({ sight }: Caller): Condition {
  const sees = createSightCheck(sight);
  return ({ stored }) => sees({ pk: stored.pk, group: stored.device_group_fk });
}

function isInScope(scope: GroupScope, rows: FleetRows, favourites: ReadonlyMap<DevicePk, FavouritePk>): Condition {
  if (scope === 'all') return () => true;
  if (scope === 'favorate') return (row) => favourites.has(row.stored.pk);
  const within = groupsWithin(rows, scope);
  return (row) => within.has(row.stored.device_group_fk);
}

function isFound({ search_key: key, search_value: value }: ListQuery): Condition {
  if (!value) return () => true;
  if (key === 'alias') {
    const isNamed = createTextSearch(value);
    return (row) => isNamed(row.stored.alias);
  }
  if (key === 'tag') {
    const isTagged = createAllTagsFilter([value]);
    return (row) => isTagged(row.stored.tags);
  }
  const wanted = Number(value);
  if (key === 'possible_clone') return (row) => row.stored.possible_clone === wanted;
  return key === 'alive' ? (row) => Number(row.online) === wanted : (row) => row.stored.dev_os_id === wanted;
}

/**
 * Devices as a list, from the view of the company: half of the columns are live values, which the database does not
 * have.
 */
export async function readDeviceListJson(deps: ListDeps, caller: Caller, query: ListQuery) {
  const { seq, rows, sorter, favourites, windows } = await openView(deps, caller);
  const conditions = [isVisible(caller), isInScope(query.device_group_pk, rows, favourites), isFound(query)];
  const found = await sorter.sorted(query, (row) => conditions.every((holds) => holds(row)));
  const { limit, offset } = pageRange(query, Number.POSITIVE_INFINITY);
  const page = { rows: found.slice(offset, offset + limit), groups: rows.groups, favourites, windows };
  const json = await (query.format === 'columns' ? serializeColumns(page) : serializeRows(page));
  return { json, meta: { total_count: found.length, seq } };
}

/** One page of all visible devices; `next` is where the following page begins. */
export async function readSnapshotPageJson(
  deps: ListDeps,
  caller: Caller,
  query: QueryOf<typeof readDeviceListSnapshot>,
) {
  const { after = 0, limit } = query;
  const { seq, rows, favourites, windows } = await openView(deps, caller);
  const visible = isVisible(caller);
  const following = [...rows.devices.values()].filter((row) => row.stored.pk > after && visible(row));
  const page = following.toSorted((a, b) => a.stored.pk - b.stored.pk).slice(0, limit);
  const next = page.length < limit ? null : (page.at(-1)?.stored.pk ?? null);
  return { json: await serializeRows({ rows: page, groups: rows.groups, favourites, windows }), meta: { seq, next } };
}

/** The counts of what the caller may see, by group (spec 1 §7). */
export async function summarizeFleet({ database, redis, now }: Deps, caller: Caller): Promise<FleetSummary> {
  const { rows, windows, pages } = await database.read(caller.company, async (tx) => ({
    rows: await selectDeviceKeys(tx, caller, 'all'),
    windows: await readOpenWindowDevices(tx, caller, new Date(now())),
    pages: await readPolicyPagesOpenToCompany(tx, caller),
  }));
  const online = await onlineDevices(redis, caller.company);
  const counts = countFleet(
    rows.map((row) => ({
      group: row.group,
      online: online.has(row.pk),
      approved: approvalForViewer(windows, row) === 1,
    })),
  );
  return { ...counts, ...pages };
}
