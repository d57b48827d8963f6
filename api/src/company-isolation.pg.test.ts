import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { listRollouts } from '@vigil/shared/contract/http/agent-updates';
import { listApiTokens } from '@vigil/shared/contract/http/api-tokens';
import { listAppConfigs } from '@vigil/shared/contract/http/app-configs';
import { listApplications } from '@vigil/shared/contract/http/applications';
import { listApprovals } from '@vigil/shared/contract/http/approvals';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { listChannels } from '@vigil/shared/contract/http/channels';
import { readBulkJob } from '@vigil/shared/contract/http/device-bulk';
import { readDevice } from '@vigil/shared/contract/http/devices';
import { listExports } from '@vigil/shared/contract/http/exports';
import { listFavourites } from '@vigil/shared/contract/http/favourites';
import { listFilters } from '@vigil/shared/contract/http/filters';
import { listGroups, readGroup } from '@vigil/shared/contract/http/groups';
import { readIpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { listMaintenanceWindows } from '@vigil/shared/contract/http/maintenance-windows';
import { listPayments } from '@vigil/shared/contract/http/payments';
import { readPreference } from '@vigil/shared/contract/http/preferences';
import { readTicket } from '@vigil/shared/contract/http/tickets';
import { listUsers } from '@vigil/shared/contract/http/users';
import { listWallViews } from '@vigil/shared/contract/http/wall-views';
import { expect } from 'vitest';
import { createAlertingAttacks } from './testing/alerting-attacks.ts';
import { declaredEndpoints, nameOf } from './testing/endpoints.ts';
import { apiTest } from './testing/fixture.ts';
import { functionSettings } from './testing/function-settings.ts';
import { keylessCalls } from './testing/keyless-calls.ts';
import { addOneOfEach, preference, ticketTimes, type OneOfEach } from './testing/one-of-each.ts';
import { addressOf, type TestApi } from './testing/test-api.ts';
import { addCompany, PASSWORD, type TestCompany } from './testing/world.ts';

const SECRET = 'belongs-to-a';

interface Attack {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
}

const test = apiTest({ TICKETS: '1', PAYMENT_PROVIDER: 'sandbox' })
  .extend('a', { scope: 'file' }, async ({ api }) => {
    const company = await addCompany(api);
    return { ...company, ...(await addOneOfEach(api, { company, name: SECRET })) };
  })
  .extend('b', { scope: 'file' }, ({ api }) => addCompany(api));

/** Calls of a user of company B with the keys of company A. */
const attacksOn = (a: TestCompany & OneOfEach, b: TestCompany): Readonly<Record<string, Attack>> => {
  const {
    group,
    device,
    favourite,
    enrolToken,
    screen,
    licence,
    payment,
    apiToken,
    approval,
    ticket,
    session,
    remoteSession,
    exported,
    filter,
    wallView,
    config,
    application,
    installation,
    scheduledReboot,
    rollout,
    incident,
    maintenance,
    channel,
    imported,
    member,
    link,
    bulkId,
  } = a;
  return {
    ...Object.fromEntries(keylessCalls.map((name) => [name, {}])),
    'DELETE /agents/enrol-tokens/:pk': { params: { pk: enrolToken } },
    'DELETE /api_tokens/:pk': { params: { pk: apiToken } },
    'GET /api_tokens': { query: { search_value: SECRET } },
    'POST /screens': { body: { name: 'ours', group_pks: [group] } },
    'PUT /screens/:pk': { params: { pk: screen }, body: { name: 'ours', view_pk: null } },
    'POST /screens/report': { body: { version: 'ours' } },
    'DELETE /screens/:pk': { params: { pk: screen } },
    'POST /login/link': { body: {} },
    'POST /api_tokens': {
      body: { name: 'ours', scopes: ['read'], group_pks: [group], expires_in_d: 1, origin_pw: PASSWORD },
    },
    'DELETE /device-groups/:pk': { params: { pk: group } },
    'DELETE /devices/:pk': { params: { pk: device.pk } },
    'DELETE /favorate': { query: { favnum: favourite } },
    'DELETE /sessions/:id': { params: { id: session } },
    'GET /alerts': { query: { open: '1' } },
    'PUT /alerts/seen': { body: { until: new Date().toISOString() } },
    'GET /incidents/:pk': { params: { pk: incident } },
    'PUT /incidents/:pk': { params: { pk: incident }, body: { state: 'resolved', note: 'ours' } },
    'GET /devices/bulk/:id': { params: { id: bulkId } },
    'PUT /company': { body: { company_name: 'ours', time_zone_id: 1 } },
    'POST /company/export': { body: { origin_pw: PASSWORD } },
    'POST /company/deletion': { body: { origin_pw: PASSWORD, company_name: 'ours' } },
    'POST /excel': { body: { export_id: 'deviceListTable', device_pks: [device.pk] } },
    'DELETE /exports/:id': { params: { id: exported } },
    'POST /filters': { body: { name: 'ours', filter: { group } } },
    'PUT /filters/:pk': { params: { pk: filter }, body: { name: 'ours' } },
    'DELETE /filters/:pk': { params: { pk: filter } },
    ...createAlertingAttacks({ group, device: device.pk, maintenance, channel }),
    'POST /wall_views': { body: { name: 'ours', group_pks: [group] } },
    'PUT /wall_views/:pk': { params: { pk: wallView }, body: { name: 'ours' } },
    'DELETE /wall_views/:pk': { params: { pk: wallView } },
    'GET /payments/quote': { query: { ref: licence } },
    'POST /payments': {
      body: { items: [{ ref: licence, type: 'Corporate', vol: 5, period: 1 }], total: 22_500 },
    },
    'GET /payments/:id': { params: { id: payment } },
    'POST /payments/:id/window': { params: { id: payment } },
    'DELETE /payments/:id': { params: { id: payment } },
    'POST /payments/:id/withdraw': { params: { id: payment } },
    'POST /payments/:id/receipt': { params: { id: payment } },
    'GET /payment_history': { query: { user_pk: String(member) } },
    'GET /managers': { query: { search_key: 'name', search_value: SECRET, search_mode: 'all' } },
    'GET /ip_policy': { query: { check: '192.0.2.77' } },
    'POST /ip_policy': { body: { type: 'delete', all: 1 } },
    'POST /company_function': { body: { ...functionSettings, vaccine: 'ours', version: 0 } },
    'POST /company_function/effects': { body: { ...functionSettings, vaccine: 'ours' } },
    'PUT /companies/:company_fk': { params: { company_fk: a.pk }, body: { type: 'batch_update' } },
    'POST /agent-updates/rollouts': { body: { device_group_fk: group, version: '9.9.9' } },
    'PUT /agent-updates/rollouts/:pk': { params: { pk: rollout }, body: { action: 'stop' } },
    'GET /agent-updates/rollouts/:pk/devices': { params: { pk: rollout } },
    'POST /managers': { body: { mgrid: 'ours-of-b', pw: 'Passw0rd!', name: 'ours', approver_fk: member } },
    'POST /users-excel': {
      body: {
        rows: [{ mgrid: 'imported-by-b', pw: 'Passw0rd!', name: 'ours', group_name: SECRET }],
        import_id: imported,
      },
    },
    'GET /users-excel/:import_id': { params: { import_id: imported } },
    'GET /imports/:import_id': { params: { import_id: imported } },
    'POST /device-groups-excel': {
      body: { rows: [{ name: 'ours', parent_group_name: SECRET }], import_id: imported },
    },
    'GET /managers/:pk': { params: { pk: member } },
    'PUT /managers/:pk': { params: { pk: member }, body: { name: 'ours' } },
    'DELETE /managers/:pk': { params: { pk: member } },
    'GET /managers/:pk/permissions': { params: { pk: member } },
    'POST /managers/:pk/reset-password': { params: { pk: member } },
    'POST /managers/:pk/unlock': { params: { pk: member } },
    'POST /managers/:pk/invitation': { params: { pk: member } },
    'DELETE /managers/:pk/sessions': { params: { pk: member } },
    'POST /appconfig': { body: { name: 'ours', config: {} } },
    'PUT /appconfig/:pk': { params: { pk: config }, body: { name: 'ours', version: 1 } },
    'POST /appconfig/:pk/copy': { params: { pk: config } },
    'DELETE /appconfig/:pk': { params: { pk: config }, query: { confirm: '0' } },
    'POST /applications': {
      body: { name: 'ours', version: '1', file_name: 'ours', size: 1, device_group_fk: group },
    },
    'GET /applications/:pk': { params: { pk: application } },
    'PUT /applications/:pk': { params: { pk: application }, body: { flag_install: 0 } },
    'DELETE /applications/:pk': { params: { pk: application } },
    'PUT /applications/:pk/file': { params: { pk: application }, query: { offset: '0' } },
    'POST /applications/:pk/install': { params: { pk: application }, body: { device_pks: [device.pk] } },
    'GET /applications/:pk/installations': { params: { pk: application } },
    'DELETE /applications/:pk/installations/:id': { params: { pk: application, id: installation } },
    'GET /access_ticket_manage': { query: { search_mode: 'all' } },
    'GET /access_ticket_manage/:pk': { params: { pk: ticket } },
    'POST /access_ticket_manage': { body: { ticket_pk: ticket, action_type: 'reject', extra: 'ours' } },
    'POST /access_ticket': { body: { ...ticketTimes, reqr_work_reason: 'ours', device_pks: [device.pk] } },
    'PUT /access_ticket/:pk': {
      params: { pk: ticket },
      body: { ...ticketTimes, reqr_work_reason: 'ours', device_pks: [device.pk] },
    },
    'GET /approvals': { query: { search_mode: 'all', device_pk: device.pk } },
    'GET /audits': { query: { device_pk: device.pk } },
    'GET /history/remote': { query: { device_pk: device.pk } },
    'GET /history/file': { query: { search_key: 'file_name', search_value: SECRET } },
    'GET /dash/remote': { query: { type: 'device' } },
    'GET /dash/alert': { query: { type: 'device' } },
    'GET /chart/remote': { query: { type: 'monthly', year: 2026 } },
    'GET /chart/alert': { query: { type: 'monthly', year: 2026 } },
    'GET /device-groups/:pk': { params: { pk: group } },
    'GET /device-groups/:pk/threshold-preview': {
      params: { pk: group },
      query: { alert_code: 'IW2', limit: '90' },
    },
    'GET /devices': { query: { device_group_pk: group, search_mode: 'all' } },
    'GET /devices/:pk': { params: { pk: device.pk } },
    'GET /devices/:pk/config': { params: { pk: device.pk } },
    'GET /devices/:pk/usage': {
      params: { pk: device.pk },
      query: { from: '2026-01-01T00:00Z', to: '2026-01-02T00:00Z', step: 'hour' },
    },
    'GET /devices/snapshot': { query: { limit: 2_000 } },
    'GET /devices/system_usage': { query: { device_group_pk: group } },
    'GET /devices/wake-readiness': { query: { device_pks: String(device.pk), group_pk: String(group) } },
    'GET /devices/trends': { query: { device_group_pk: group } },
    'GET /remoteControl/commands': { query: { device_pk: device.pk } },
    'GET /remote_session': { query: { device_pk: device.pk, type: 'rc', pledge: '1' } },
    'GET /search': { query: { name: SECRET, search_mode: 'all' } },
    'GET /user/preferences/:key': { params: preference },
    'POST /agents/enrol-tokens': { body: { group_pk: group } },
    'POST /agents/unknown/readmit': { body: { pks: [1] } },
    'DELETE /approvals/:pk': { params: { pk: approval } },
    'POST /approvals': { body: { pk: approval, is_accept: 0, react_reason: 'ours' } },
    'POST /audits': { body: { act_name_id: 1, act_type_id: 1, device_pk: device.pk } },
    'DELETE /conn-device-groups': { query: { device_pk: device.pk, old_device_group_fk: group } },
    'DELETE /conn-users/:pk': { params: { pk: link }, query: { with_subgroups: '1' } },
    'GET /conn-users': { query: { device_group_fk: group, member_fk: member } },
    'POST /conn-device-groups': { body: { device_pk: device.pk, new_device_group_fk: b.home } },
    'POST /conn-users': { body: { device_group_fk: group, member_fk: member, with_parents: 1 } },
    'POST /device-groups': { body: { name: 'ours', group_fk: group, company_fk: a.pk } },
    'POST /devices/bulk': { body: { device_pks: [device.pk], action: 'delete', bulk_id: bulkId } },
    'POST /devices/in-use': { body: { device_pks: [device.pk] } },
    'POST /devices/wake-loss': { body: { device_pks: [device.pk] } },
    'POST /devices/move': { body: { device_pk: device.pk, new_device_group_fk: b.home } },
    'GET /devices/:pk/clone': { params: { pk: String(device.pk) } },
    'POST /devices/:pk/clone': { params: { pk: String(device.pk) }, body: { action: 'dismiss' } },
    'POST /devices/move/preview': { body: { device_pks: [device.pk], new_device_group_fk: group } },
    'POST /favorate': { body: { servernum: device.pk } },
    'POST /managers/settings': { body: { table_name: 'x', column_name: ['refresh_interval'] } },
    'DELETE /remoteControl/commands/:id': { params: { id: scheduledReboot } },
    'POST /remoteControl/bulk': { body: { device_pks: [device.pk], type: 'reboot' } },
    'POST /remote_session': { body: { device_pk: device.pk, type: 'ft', pledge: '1' } },
    'POST /remote_session/:id/end': { params: { id: remoteSession } },
    'PUT /device-groups/:pk': { params: { pk: group }, body: { name: 'ours' } },
    'PUT /devices/:pk': { params: { pk: device.pk }, body: { alias: 'ours' } },
    'PUT /devices/:pk/approval': { params: { pk: device.pk }, body: { approval: 0 } },
    'PUT /devices/:pk/tags': { params: { pk: device.pk }, body: { tags: ['ours'] } },
    'PUT /remoteControl/:guid': { params: { guid: device.guid }, body: { type: 'reboot' } },
    'PUT /user/0': { body: { name: 'name', value: 'b' } },
    'PUT /user/preferences/:key': { params: preference, body: { value: 'ours' } },
  };
};

const needsNoSession = (endpoint: AnyEndpoint) => !['login', 'needs'].includes(endpoint.access.kind);

const readEverything = async (api: TestApi, a: TestCompany & OneOfEach) => ({
  device: (await api.call(a.admin, readDevice, { params: { pk: String(a.device.pk) } })).objects,
  groups: (await api.call(a.admin, listGroups)).objects,
  users: (await api.call(a.admin, listUsers)).objects,
  tokens: (await api.call(a.admin, listApiTokens)).objects,
  group: (await api.call(a.admin, readGroup, { params: { pk: String(a.group) } })).objects,
  audits: (await api.call(a.admin, listAudits)).objects,
  payments: (await api.call(a.admin, listPayments)).objects,
  bulk: (await api.call(a.admin, readBulkJob, { params: { id: a.bulkId } })).objects,
  exports: (await api.call(a.admin, listExports)).objects,
  filters: (await api.call(a.admin, listFilters)).objects,
  channels: (await api.call(a.admin, listChannels)).objects,
  maintenance: (await api.call(a.admin, listMaintenanceWindows)).objects,
  wallViews: (await api.call(a.admin, listWallViews)).objects,
  applications: (await api.call(a.admin, listApplications)).objects,
  configs: (await api.call(a.admin, listAppConfigs)).objects,
  rollouts: (await api.call(a.admin, listRollouts)).objects,
  favourites: (await api.call(a.admin, listFavourites)).objects,
  approvals: (await api.call(a.admin, listApprovals)).objects,
  tickets: (await api.call(a.admin, readTicket, { params: { pk: String(a.ticket) } })).objects,
  rules: (await api.call(a.admin, readIpPolicy)).objects,
  preference: (await api.call(a.admin, readPreference, { params: preference })).objects,
});

test('company B neither sees nor changes anything of company A, by any endpoint', async ({ api, a, b }) => {
  const before = await readEverything(api, a);
  const attacks = attacksOn(a, b);
  for (const endpoint of (await declaredEndpoints()).values()) {
    if (needsNoSession(endpoint) || endpoint.path === '/logout') continue;
    const attack = attacks[nameOf(endpoint)];
    if (!attack) throw new Error(`${nameOf(endpoint)}: say what company B would try here`);
    const { params, query, body } = attack;
    const reply = await api.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint, { params, query }),
      headers: { token: b.admin },
      ...(body === undefined ? {} : { payload: body }),
    });
    const said = [nameOf(endpoint), reply.body] as const;
    expect(said).not.toEqual([nameOf(endpoint), expect.stringMatching(new RegExp(`${SECRET}|${a.device.guid}`, 'u'))]);
    expect([nameOf(endpoint), reply.statusCode]).not.toEqual([nameOf(endpoint), 500]);
  }
  expect(await readEverything(api, a)).toEqual(before);
});
