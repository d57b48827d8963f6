import type { CompanyPk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { expect } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { apiTest } from '../../../testing/fixture.ts';
import type { TestApi } from '../../../testing/test-api.ts';
import { addCompany, addDevices } from '../../../testing/world.ts';
import { createCompanyViews } from './company-views.ts';

const test = apiTest();
let api: TestApi;

test.beforeAll(({ api: started }) => {
  api = started;
});

const anyProgress = { seq: 0, version: 0 };

async function companyOf(count: number): Promise<CompanyPk> {
  const company = await addCompany(api);
  await addDevices(api, { company }, count);
  return company.pk;
}

function openViews(maxRows?: number) {
  const metrics = createMetrics('test');
  const views = createCompanyViews({ ...api.deps, metrics }, maxRows);
  const opened = async () => Number(/^vigil_company_views_opened_total\S* (\d+)/m.exec(await metrics.render())?.[1]);
  return { views, opened, [Symbol.dispose]: () => views[Symbol.dispose]() };
}

const subscribers = async (company: CompanyPk): Promise<number> => {
  const channel = busChannels.company(company);
  return Number((await api.deps.redis.commands.pubSubNumSub([channel]))[channel]);
};

test('requests that come together read a company once', async () => {
  const company = await companyOf(3);
  using opened = openViews();
  const views = await Promise.all(Array.from({ length: 20 }, () => opened.views.of(company, anyProgress)));
  expect(new Set(views).size).toBe(1);
  expect(views[0]?.rows.devices.size).toBe(3);
  expect(await opened.opened()).toBe(1);
});

test('a view that is not read any more is released, with its subscriptions', async () => {
  const [idle, used] = [await companyOf(1), await companyOf(1)];
  using opened = openViews();
  await opened.views.of(idle, anyProgress);
  await opened.views.of(used, anyProgress);
  expect(await subscribers(idle)).toBe(1);
  api.advance(100_000);
  await opened.views.of(used, anyProgress);
  api.advance(100_000);
  opened.views.releaseIdle();
  expect(opened.views.size).toBe(1);
  await eventually(async () => expect(await subscribers(idle)).toBe(0));
  expect(await subscribers(used)).toBe(1);
  await opened.views.of(idle, anyProgress);
  expect(await opened.opened()).toBe(3);
});

test('beyond the bound of rows, the companies that were not read for the longest time are released', async () => {
  const [first, second, third] = [await companyOf(4), await companyOf(4), await companyOf(4)];
  using opened = openViews(10);
  for (const company of [first, second, first, third]) {
    await opened.views.of(company, anyProgress);
    api.advance(1_000);
  }
  expect(opened.views.size).toBe(2);
  await opened.views.of(first, anyProgress);
  expect(await opened.opened()).toBe(3);
  await opened.views.of(second, anyProgress);
  expect(await opened.opened()).toBe(4);
});

test('a view that ends while it is read is opened again, and its requests are answered', async () => {
  const company = await companyOf(2);
  using opened = openViews();
  const request = opened.views.of(company, anyProgress);
  api.advance(1_000_000);
  opened.views.releaseIdle();
  expect((await request).rows.devices.size).toBe(2);
});
