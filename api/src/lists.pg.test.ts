import { publicAccess } from '@vigil/shared/contract/access';
import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';
import type { Ticket } from '@vigil/shared/contract/http/tickets';
import { expect } from 'vitest';
import * as z from 'zod';
import { declaredEndpoints } from './testing/endpoints.ts';
import { apiTest } from './testing/fixture.ts';
import { addListRows } from './testing/list-rows.ts';
import type { TestApi } from './testing/test-api.ts';
import type { TestCompany } from './testing/world.ts';

type Row = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string | number>>;

/** The field of a row that a value of `by` or `search_key` refers to, where it is named otherwise. */
const fieldOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /audits': { create_time: 'act_time', value: 'new_value' },
  'GET /search': { authority: 'member_type_id' },
  'GET /managers': { authority: 'member_type_id' },
  'GET /devices': { tag: 'tags' },
  'GET /ip_policy': { address: 'start_ip_address' },
  'GET /history/remote': { create_time: 'start_time', email: 'reg_mail' },
  'GET /history/file': { create_time: 'start_time' },
  'GET /history/alert': { create_time: 'generate', alias: 'device', type: 'device_os_id', code: 'alert_code' },
  'GET /history/access': { create_time: 'login_time', email: 'mgrid' },
  'GET /sign_ins': { create_time: 'time' },
};
/** The rows, where they are a part of the only object, or where a field that is searched is a part of another. */
const rowsOf: Readonly<Record<string, (objects: readonly Row[]) => unknown>> = {
  'GET /ip_policy': ([policy]) => policy?.['list'],
  'GET /access_ticket_manage': (tickets) =>
    (tickets as readonly Ticket[]).map((ticket) => ({
      ...ticket,
      device_name: ticket.devices[0]?.device_name,
      appr_mgr: ticket.reqr_appr_mgr?.name,
    })),
};
/** Orders of several columns, which have tests of their own. */
const composed = new Set(['GET /managers standing']);
/** The field of the date range, where it is not the one that the list is sorted by. */
const datedBy: Readonly<Record<string, string>> = {
  'GET /approvals': 'proposal_time',
  'GET /incidents': 'opened_at',
};

/** What `pageQuery` and its additions declare; the filters of a single endpoint have their own tests. */
const shapeOf = ({ query }: AnyEndpoint) =>
  (query instanceof z.ZodObject ? query.shape : {}) as Readonly<Record<string, z.ZodType>>;
function optionsOf(endpoint: AnyEndpoint, parameter: 'by' | 'search_key'): string[] {
  const schema = shapeOf(endpoint)[parameter];
  const options = schema instanceof z.ZodDefault ? schema.unwrap() : undefined;
  return options instanceof z.ZodEnum ? options.options.map(String) : [];
}

const lists = [...(await declaredEndpoints())].filter(([, endpoint]) => 'by' in shapeOf(endpoint));
const listsWith = (parameter: string) => lists.filter(([, endpoint]) => parameter in shapeOf(endpoint));
const pairsOf = (parameter: 'by' | 'search_key') =>
  lists.flatMap(([name, endpoint]) =>
    optionsOf(endpoint, parameter).map((option) => ({
      name,
      endpoint,
      option,
      field: fieldOf[name]?.[option] ?? option,
    })),
  );

const test = apiTest({ TICKETS: '1' });
let api: TestApi;
let company: TestCompany;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  await addListRows(api, company);
});

async function read(endpoint: AnyEndpoint, query: Query = {}) {
  const { status, objects, meta } = await api.call(company.admin, endpoint, { query });
  expect(status).toBe(200);
  const { total_count: total, next } = meta as { total_count: number; next?: string | null };
  const rows = rowsOf[`${endpoint.method} ${endpoint.path}`]?.(objects as Row[]) ?? objects;
  return { rows: rows as Row[], total, next };
}

const readAll = async (endpoint: AnyEndpoint, query: Query = {}) =>
  (await read(endpoint, { ...query, search_mode: 'all' })).rows;
const keysOf = (rows: readonly Row[]) => rows.map((row) => row['pk'] ?? row['id']);

/** Rows without a value stand last in either direction. */
function isSorted(values: readonly unknown[], order: 'asc' | 'desc'): boolean {
  const present = values.filter((value) => value !== null);
  const compare = (a: unknown, b: unknown) => (typeof a === 'number' ? a - Number(b) : String(a) < String(b) ? -1 : 1);
  const sign = order === 'asc' ? 1 : -1;
  const firstAbsent = values.indexOf(null);
  const absentLast = firstAbsent < 0 || values.slice(firstAbsent).every((value) => value === null);
  return (
    absentLast &&
    present.every((value, i) => i === 0 || value === present[i - 1] || sign * compare(present[i - 1], value) <= 0)
  );
}

test('the contract declares lists', () => {
  expect(lists.length).toBeGreaterThanOrEqual(7);
});

test.each(pairsOf('by').filter(({ name, option }) => !composed.has(`${name} ${option}`)))(
  '$name sorts by $option in both directions',
  async ({ endpoint, option, field }) => {
    for (const order of ['asc', 'desc'] as const) {
      const values = (await readAll(endpoint, { by: option, order })).map((row) => row[field]);
      expect(new Set(values).size).toBeGreaterThan(1);
      expect([order, values, isSorted(values, order)]).toEqual([order, values, true]);
    }
  },
);

test.each(pairsOf('search_key'))('$name searches in $option', async ({ endpoint, option, field }) => {
  const all = await readAll(endpoint);
  const sought = all.map((row) => String(row[field])).find((text) => text !== '' && text !== 'null') ?? '';
  const { rows, total } = await read(endpoint, { search_key: option, search_value: sought, limit: 100 });
  const expected = all.filter((row) => String(row[field]).toLowerCase().includes(sought.toLowerCase()));
  expect(new Set(keysOf(rows))).toEqual(new Set(keysOf(expected)));
  expect([total, total > 0, total < all.length]).toEqual([expected.length, true, true]);
});

test.each(lists)('%s gives pages that neither overlap nor leave rows out', async (name, endpoint) => {
  const all = await readAll(endpoint);
  const paged: Row[] = [];
  for (let offset = 0; offset < all.length; offset += 5) {
    const { rows, total } = await read(endpoint, { limit: 5, offset });
    expect([rows.length, total]).toEqual([Math.min(5, all.length - offset), all.length]);
    paged.push(...rows);
  }
  expect(keysOf(paged)).toEqual(keysOf(all));
  expect((await read(endpoint)).rows).toHaveLength(name === 'GET /ip_policy' ? all.length : 10);
});

test.each(listsWith('start_date'))('%s keeps to a range of dates', async (name, endpoint) => {
  for (const by of optionsOf(endpoint, 'by')) {
    const field = datedBy[name] ?? fieldOf[name]?.[by] ?? by;
    const all = await readAll(endpoint, { by });
    const dates = all.map((row) => String(row[field])).toSorted();
    const [start_date, end_date] = [dates[3]!, dates.at(-4)!];
    const { rows, total } = await read(endpoint, { by, start_date, end_date, limit: 100 });
    const found = rows.map((row) => String(row[field]));
    expect([total, total > 0, total < all.length]).toEqual([rows.length, true, true]);
    expect(found.every((date) => start_date <= date && date <= end_date)).toBe(true);
    expect((await read(endpoint, { by, start_date })).total).toBeGreaterThan(total);
    expect((await read(endpoint, { by, end_date })).total).toBeGreaterThan(total);
  }
});

test.each(listsWith('start_date'))('%s includes a whole day of the clock of its reader', async (name, endpoint) => {
  // Notices are read without a session as well.
  const zone = endpoint.access === publicAccess ? 'UTC' : 'Asia/Seoul';
  const dayIn = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  const [by = ''] = optionsOf(endpoint, 'by');
  const field = datedBy[name] ?? fieldOf[name]?.[by] ?? by;
  const all = await readAll(endpoint, { by });
  const dayOf = (row: Row): string => dayIn.format(new Date(String(row[field])));
  const day = dayOf(all[4]!);
  const { rows } = await read(endpoint, { by, start_date: day, end_date: day, limit: 100 });
  expect(keysOf(rows)).toEqual(keysOf(all.filter((row) => dayOf(row) === day)));
});

test.each(listsWith('start_date'))('%s refuses a range that ends before it starts', async (_, endpoint) => {
  const range = { start_date: '2026-11-02T00:00:00Z', end_date: '2026-11-01T23:59:59Z' };
  expect(await api.call(company.admin, endpoint, { query: range })).toMatchObject({
    status: 422,
    error: { code: 'date_validate_error', field: 'query.end_date' },
  });
  await read(endpoint, { ...range, end_date: range.start_date });
});

test.each(listsWith('after'))('%s gives the pages of a history by cursor', async (_, endpoint) => {
  for (const order of ['asc', 'desc'] as const) {
    const all = await readAll(endpoint, { order });
    const walked: Row[] = [];
    let after: string | null | undefined;
    do {
      const page = await read(endpoint, { order, limit: 3, ...(after ? { after } : {}) });
      expect(page.total).toBe(all.length);
      walked.push(...page.rows);
      after = page.next;
    } while (after);
    expect(keysOf(walked)).toEqual(keysOf(all));
  }
  for (const after of ['', '1', '1_', '1_-', 'x_1', '9999999999999999_1']) {
    const { error } = await api.call(company.admin, endpoint, { query: { after } });
    expect([after, error?.code]).toEqual([after, 'malformed']);
  }
});
