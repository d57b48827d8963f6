import { Incident, IncidentAlert } from '@vigil/shared/contract/http/incidents';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { apiProblemOf } from '../../lib/api-problem.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { IncidentDetail } from './incident-detail.tsx';
import { IncidentsPage } from './incidents-page.tsx';

test('the list is loading until it is read, and can be read again after a failure', async () => {
  let answer = Promise.withResolvers<never>();
  await render(<IncidentsPage />, { api: { call: () => answer.promise } });
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  answer.reject(new Error('broken'));
  answer = Promise.withResolvers();
  await page.getByRole('button', { name: 'Try again' }).click();
  answer.resolve({ objects: [], meta: { total_count: 0, open_count: 0, has_thresholds: true } } as never);
  await expect.element(page.getByText('No incidents')).toBeVisible();
});

test('an address beyond the last page shows the last one', async () => {
  const call = vi.fn<(...call: readonly unknown[]) => Promise<unknown>>(async () => ({
    objects: [],
    meta: { total_count: 21, open_count: 21 },
  }));
  await render(<IncidentsPage />, { at: '/incidents?page=9', api: { call: call as never } });
  const asked = (offset: number) => [expect.anything(), { query: { state: 'open', limit: 20, offset, order: 'desc' } }];
  await expect.poll(() => call.mock.calls).toEqual([asked(160), asked(20)]);
});

test('an address that names no incident says so, with a way back', async () => {
  const call = (async () => {
    throw apiProblemOf('not_found', 'en');
  }) as never;
  await render(<IncidentDetail pk="9999" />, { api: { call } });
  await expect.element(page.getByText('Incident not found')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All incidents' })).toHaveAttribute('href', '/en/incidents');
});

const untaken = Incident.parse({
  pk: 4,
  state: 0,
  cause: 'device',
  address: null,
  group_pk: null,
  alert_kind: null,
  device_pk: 7,
  name: 'Till 7',
  device_count: 1,
  site_count: null,
  alert_kinds: [1],
  alert_count: 1,
  open_count: 1,
  unknown_count: 0,
  leading_alert: null,
  first_at: '2026-11-28T12:00:00.000Z',
  opened_at: '2026-11-28T12:00:00.000Z',
  acknowledged_at: null,
  acknowledged_by: '',
  note: '',
  escalations: [
    { channel: 'Night shift', at: '2026-11-28T12:10:00.000Z', told: true },
    { channel: 'On call', at: '2026-11-28T12:30:00.000Z', told: false },
  ],
  resolved_at: null,
});

test('an incident that nobody acknowledges says who was told, and who is next', async () => {
  const meta = { total_count: 1, open_count: 1, has_thresholds: true };
  const call = (async () => ({ objects: [{ ...untaken, alerts: [] }], meta })) as never;
  await render(<IncidentsPage />, { at: '/incidents', api: { call } });
  await expect.element(page.getByRole('link', { name: /Till 7.* · goes to On call at /u })).toBeVisible();
});

test('its detail has a sentence of each', async () => {
  const call = (async () => ({ objects: [{ ...untaken, alerts: [] }], meta: {} })) as never;
  await render(<IncidentDetail pk="4" />, { api: { call } });
  await expect
    .element(page.getByText(/^Night shift was told at .*, because nobody had acknowledged it\.$/u))
    .toBeVisible();
  await expect.element(page.getByText(/^On call is told at .*, unless somebody acknowledges it\.$/u)).toBeVisible();
});

const alert = IncidentAlert.parse({
  pk: 1,
  device_pk: 7,
  device_alias: 'Till 7',
  alert_code: 'IW4',
  alert_value: 95,
  alert_limit: 90,
  last_value: 95,
  no_data: false,
  sensor: '',
  end_reason: null,
  last_value_at: null,
  unknown_since: null,
  unknown_spans: [],
  at: '2026-11-28T12:00:00.000Z',
  ended_at: null,
});

test('spans in which the value of an alert is not known are hatched, also of one that ended by silence', async () => {
  const [from, until, end] = ['2026-11-28T12:30:00.000Z', '2026-11-28T13:00:00.000Z', '2026-11-28T14:00:00.000Z'];
  const silent = { ended_at: end, end_reason: 'silence', unknown_since: until } as const;
  const alerts = [
    { ...alert, unknown_spans: [[from, until]] },
    { ...alert, pk: 2, ...silent },
  ];
  const incident = { ...untaken, state: 2, resolved_at: end, alerts };
  const call = (async () => ({ objects: [incident], meta: {} })) as never;
  await render(<IncidentDetail pk="4" />, {
    api: { call },
    fleet: { store: createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() }) },
  });
  await expect.element(page.getByRole('list', { name: 'Alerts' })).toBeVisible();
  const hatched = [...document.querySelectorAll<HTMLElement>('[data-unknown][style]')].map(({ style }) => style.left);
  expect(hatched).toEqual(['25%', '50%']);
});
