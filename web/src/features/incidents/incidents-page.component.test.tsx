import { Incident, IncidentAlert } from '@vigil/shared/contract/http/incidents';
import { updateIncident, listIncidents } from '@vigil/shared/contract/routes/alerts';
import { listGroups } from '@vigil/shared/contract/routes/people';
import { Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DialogStack } from '../../app/shell/dialogs.tsx';
import { apiProblemOf } from '../../lib/api-problem.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
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
  const lists = () => call.mock.calls.filter(([endpoint]) => endpoint === listIncidents);
  await expect.poll(lists).toEqual([asked(160), asked(20)]);
});

test('an address that names no incident says so, with a way back', async () => {
  const call = (async () => {
    throw apiProblemOf('not_found', 'en');
  }) as never;
  await render(<IncidentDetail pk="9999" />, { api: { call } });
  await expect.element(page.getByText('Incident not found')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All incidents' })).toHaveAttribute('href', '/en/incidents');
});

const emptyStore = () => createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });

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

test('incidents are searched for in the address, and the selected ones acknowledged with one note', async () => {
  const asked: [object, { query?: object; params?: object; body?: object }][] = [];
  const call = (async (endpoint: object, input: object) => {
    asked.push([endpoint, input]);
    const objects = endpoint === listIncidents ? [untaken, { ...untaken, pk: 5, state: 1, name: 'Till 8' }] : [];
    return { objects, meta: { total_count: 2, open_count: 2, has_thresholds: true } };
  }) as never;
  await render(
    <>
      <IncidentsPage />
      <DialogStack />
    </>,
    { at: '/incidents?text=till&group=3', profile: administrator, api: { call } },
  );
  await expect.element(page.getByRole('textbox', { name: 'Search devices, groups and addresses' })).toHaveValue('till');
  const listed = asked.find(([endpoint]) => endpoint === listIncidents);
  expect(listed?.[1].query).toMatchObject({ search_value: 'till', group_pk: '3' });
  await expect.element(page.getByRole('checkbox', { name: /^Select Till 8/u })).toBeDisabled();
  await page.getByRole('checkbox', { name: /^Select Till 7/u }).click();
  await page.getByRole('button', { name: 'Acknowledge 1' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('On my way');
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
  const changes = () => asked.filter(([endpoint]) => endpoint === updateIncident);
  await expect
    .poll(() => changes().map(([, input]) => input))
    .toEqual([{ params: { pk: '4' }, body: { state: 'acknowledged', note: 'On my way' } }]);
});

test('incidents selected on two pages are acknowledged together, and the question names all of them', async () => {
  const changed: unknown[] = [];
  const ofPage = [[untaken, { ...untaken, pk: 5, name: 'Till 8' }], [{ ...untaken, pk: 6, name: 'Till 9' }]];
  const call = (async (
    endpoint: object,
    { query, params }: { query?: { offset: number }; params?: { pk: string } },
  ) => {
    if (endpoint === updateIncident) changed.push(params?.pk);
    const objects = endpoint === listIncidents ? ofPage[(query?.offset ?? 0) / 20] : [];
    return { objects, meta: { total_count: 21, open_count: 21, has_thresholds: true } };
  }) as never;
  await render(
    <>
      <IncidentsPage />
      <DialogStack />
    </>,
    { at: '/incidents', profile: administrator, api: { call } },
  );
  await page.getByRole('checkbox', { name: /^Select Till 7/u }).click();
  await page.getByRole('checkbox', { name: /^Select Till 8/u }).click();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('checkbox', { name: /^Select Till 9/u }).click();
  await expect.element(page.getByText(/^3 selected · 2 on other pages$/u)).toBeVisible();
  await page.getByRole('button', { name: 'Acknowledge 3' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of [/Till 7/u, /Till 8/u, /Till 9/u]) await expect.element(dialog.getByText(name)).toBeVisible();
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect.poll(() => new Set(changed)).toEqual(new Set(['4', '5', '6']));
});

test('its detail has a sentence of each', async () => {
  const call = (async () => ({ objects: [{ ...untaken, alerts: [] }], meta: {} })) as never;
  await render(<IncidentDetail pk="4" />, { api: { call }, fleet: { store: emptyStore() } });
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
    fleet: { store: emptyStore() },
  });
  await expect.element(page.getByRole('list', { name: 'Alerts' })).toBeVisible();
  const hatched = [...document.querySelectorAll<HTMLElement>('[data-unknown][style]')].map(({ style }) => style.left);
  expect(hatched).toEqual(['25%', '50%']);
});

test('the detail of one device leads to its group, its alert history and remote control', async () => {
  const store = emptyStore();
  store.replace([fakeDevice(7, { alias: 'Till 7', alive: 1, approval: 1, device_group_fk: 4 })], 0);
  const group = { pk: 4, name: 'Lobby', group_fk: null, has_permission: 1, flag_df_group: 0 };
  const call = (async (endpoint: object) => ({
    objects: endpoint === listGroups ? [group] : [{ ...untaken, alerts: [] }],
    meta: { total_count: 1 },
  })) as never;
  // The company shows no screens, so that there is no picture to stream.
  const profile = { ...administrator, pictures: 0 } as const;
  await render(<IncidentDetail pk="4" />, { profile, api: { call }, fleet: { store } });
  await expect.element(page.getByRole('link', { name: 'Lobby' })).toHaveAttribute('href', '/en/device/4/7');
  await expect
    .element(page.getByRole('link', { name: 'Alert history of the device' }))
    .toHaveAttribute('href', '/en/statistics/log-warning?device=7');
  await expect.element(page.getByRole('button', { name: 'Remote control' })).toBeEnabled();
});

test('an incident of a group is told apart from those of groups with the same name by the group above', async () => {
  const group = { name: 'Offices', has_permission: 1, flag_df_group: 0 };
  const groups = [
    { ...group, pk: 3, name: 'Seoul', group_fk: null },
    { ...group, pk: 4, group_fk: 3 },
  ];
  const ofGroup = { ...untaken, cause: 'group', device_pk: null, alert_kind: 1, name: 'Offices', device_count: 4 };
  const objects = [
    { ...ofGroup, pk: 5, group_pk: 4 },
    // Out of sight, or gone.
    { ...ofGroup, pk: 6, group_pk: 9 },
  ];
  const meta = { total_count: 2, open_count: 2, has_thresholds: true };
  const call = (async (endpoint: object) => ({ objects: endpoint === listGroups ? groups : objects, meta })) as never;
  await render(<IncidentsPage />, { at: '/incidents', api: { call } });
  await expect.element(page.getByRole('link', { name: /^Seoul \/ Offices: 4 devices/u })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Offices: 4 devices/u })).toBeVisible();
});

test('on a narrow screen the detail has a way back to the list as it was', async () => {
  await page.viewport(390, 844);
  const call = (async () => ({ objects: [{ ...untaken, alerts: [] }], meta: { total_count: 1 } })) as never;
  await render(
    <Routes>
      <Route path="incidents/:pk" element={<IncidentsPage />} />
    </Routes>,
    { at: '/incidents/4?state=all', api: { call }, fleet: { store: emptyStore() } },
  );
  const back = page.getByRole('link', { name: 'All incidents' });
  await expect.element(back).toBeVisible();
  await expect.element(back).toHaveAttribute('href', '/en/incidents?state=all');
  await expect.element(page.getByRole('list', { name: 'Incidents' })).not.toBeInTheDocument();
});
