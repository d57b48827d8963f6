import { DevicePk } from '@vigil/shared/contract/ids';
import { usageHistoryColumns } from '@vigil/shared/contract/names';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { UsageHistory } from './usage-history.tsx';

test.each([
  ['cpu', '12.3% on average, 50.0% at most'],
  ['disk', '12.34% on average, 50.00% at most'],
])('the summary of %s has the decimals of the cards above it', async (measure, expected) => {
  const values = {
    at: Date.now() - 60_000,
    cpu_usage_avg: 12.34,
    cpu_usage_max: 50,
    hdd_usage_avg: 1_234,
    hdd_usage_max: 5_000,
  };
  const row = usageHistoryColumns.map((name) => (name in values ? values[name as keyof typeof values] : null));
  const call = async () => ({ objects: { columns: usageHistoryColumns, rows: [row] } });
  await render(<UsageHistory pk={DevicePk.parse(1)} />, {
    at: `/?measure=${measure}`,
    api: { call: call as unknown as Api['call'] },
  });
  await expect.element(page.getByRole('group', { name: expected })).toBeVisible();
});
