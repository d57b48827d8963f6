import { CompanyPk } from '@vigil/shared/contract/ids';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { expect, test } from 'vitest';
import { createFrameMetrics } from './frame-metrics.ts';

/** The bytes a second of each company that a scrape returns. */
const scrape = async (metrics: ReturnType<typeof createMetrics>) =>
  [
    ...(await metrics.render()).matchAll(/^vigil_company_frame_bytes_per_second\{company="(\d+)",[^}]*\} (\d+)$/gmu),
  ].map(([, company, rate]) => [Number(company), Number(rate)]);

test('operators see the bytes of the ten companies whose browsers use most of the frame budget', async () => {
  const metrics = createMetrics('test');
  const frames = createFrameMetrics({ metrics, now: Date.now });
  const companies = Array.from({ length: 12 }, (_, index) => CompanyPk.parse(index + 1));
  frames.used(new Map(companies.map((company) => [company, company * 1_000])));
  expect(await scrape(metrics)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((pk) => [pk, pk * 1_000]));
});

test('a company whose browsers get no frames any more has no value', async () => {
  const metrics = createMetrics('test');
  const frames = createFrameMetrics({ metrics, now: Date.now });
  const [first, second] = [CompanyPk.parse(1), CompanyPk.parse(2)];
  frames.used(
    new Map([
      [first, 4_000],
      [second, 0],
    ]),
  );
  expect(await scrape(metrics)).toEqual([[1, 4_000]]);
  frames.used(new Map());
  expect(await scrape(metrics)).toEqual([]);
});
