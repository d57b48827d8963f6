import {
  listAccessHistory,
  listAlertHistory,
  listFileHistory,
  listRemoteHistory,
} from '@vigil/shared/contract/http/histories';
import { readRemoteChart, readRemoteRanking } from '@vigil/shared/contract/http/statistics';
import { expect } from 'vitest';
import { apiTest } from '../testing/fixture.ts';
import { addToHistories } from '../testing/history-rows.ts';
import { createOperatorRunner } from '../testing/operator-runner.ts';
import { addDevices, type TestDevice } from '../testing/world.ts';

const test = apiTest();
const DAY_MS = 86_400_000;
const histories = [listRemoteHistory, listFileHistory, listAlertHistory, listAccessHistory] as const;

test('a past of simulated devices is written once, and removed without what is real', async ({
  api,
  company,
  folder,
}) => {
  const { json } = createOperatorRunner(api, folder);
  const osId = 1 as const;
  for (let i = 0; i < 50; i += 1)
    await addDevices(api, { company }, 1, { alias: `Seoul-Kiosk-${String(i + 1).padStart(5, '0')}`, osId });
  const [real] = (await addDevices(api, { company, alias: 'Real' }, 1)) as [TestDevice];
  await api.deps.database.asSystem((tx) =>
    addToHistories(tx, company.pk, [{ device: real.pk, at: new Date(api.deps.now() - 5 * DAY_MS), name: 'real' }]),
  );
  const totals = async () => {
    const counts: number[] = [];
    for (const endpoint of histories) {
      const { status, meta } = await api.call(company.admin, endpoint, { query: { limit: 1_000 } });
      expect(status).toBe(200);
      counts.push(meta.total_count);
    }
    return counts;
  };
  const command = `simulate-history --company ${company.pk} --devices 50`;
  const written = await json<Record<string, number>>(command);
  const counts = [written['sessions'], written['files'], written['alerts'], written['sign_ins']];
  for (const count of counts) expect(count).toBeGreaterThan(300);
  expect(await totals()).toEqual(counts.map((count) => Number(count) + 1));
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  // The usual range begins with the month, which may just have begun.
  const month = { start_date: dayOf(api.deps.now() - 30 * DAY_MS), end_date: dayOf(api.deps.now()) };
  const { objects, meta } = await api.call(company.admin, readRemoteRanking, { query: { type: 'user', ...month } });
  expect(objects.length).toBeGreaterThanOrEqual(5);
  expect(meta.total_count).toBeGreaterThan(100);
  const { objects: alerts } = await api.call(company.admin, listAlertHistory, { query: { limit: 1_000 } });
  expect(alerts.every((alert) => Date.parse(alert.generate) < api.deps.now())).toBe(true);
  const year = new Date(api.deps.now()).getUTCFullYear();
  expect((await api.call(company.admin, readRemoteChart, { query: { type: 'monthly', year } })).status).toBe(200);

  // Again it takes the place of the past before.
  expect(await json(command)).toEqual(written);
  api.advance(60_000);
  expect(await totals()).toEqual(counts.map((count) => Number(count) + 1));
  await json(`simulate-history --company ${company.pk} --remove`);
  api.advance(60_000);
  expect(await totals()).toEqual([1, 1, 1, 1]);
});
