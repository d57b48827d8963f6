import type { OpenAlert } from '@vigil/shared/contract/http/alerts';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { OpenAlertsNotice } from './open-alerts-notice.tsx';

const alert = {
  pk: 1,
  device_pk: 7,
  alert_code: 'IW4',
  alert_value: 95,
  alert_limit: 90,
  last_value: 95,
  no_data: false,
  sensor: '',
  end_reason: null,
  last_value_at: null,
  unknown_since: null,
  at: '2026-11-28T12:00:00.000Z',
} as unknown as OpenAlert;

test('the open alerts of a device link to their incidents, with who takes care of them', async () => {
  const open = [alert];
  const alerts = { subscribe: () => () => undefined, alertsOf: () => open };
  const asked: unknown[] = [];
  const call = (async (_endpoint: object, input: { query: object }) => {
    asked.push(input.query);
    const objects = [
      { pk: 4, state: 1, acknowledged_by: 'Kim' },
      { pk: 5, state: 0, acknowledged_by: '' },
    ];
    return { objects, meta: { total_count: 2 } };
  }) as never;
  await render(<OpenAlertsNotice pk={7 as DevicePk} />, { api: { call }, fleet: { alerts: alerts as never } });
  const link = (name: string) => page.getByRole('link', { name });
  await expect.element(link('Incident · acknowledged by Kim')).toHaveAttribute('href', '/en/incidents/4');
  await expect.element(link('Incident · not acknowledged')).toHaveAttribute('href', '/en/incidents/5');
  expect(asked).toEqual([{ state: 'open', device_pk: '7', order: 'desc' }]);
});
