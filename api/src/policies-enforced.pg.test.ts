import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { PolicyComplianceFacts } from '@vigil/shared/contract/events/agent-up/policy-state';
import type { FunctionSettingName, FunctionSettings } from '@vigil/shared/contract/function-settings-rules';
import { recoverAccount } from '@vigil/shared/contract/http/accounts';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { createRemoteSessionByGet, reportRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { updateUser } from '@vigil/shared/contract/http/user-changes';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { agentSettingsOf } from '@vigil/shared/platform/fleet/agent-settings';
import { readDeviceIndex, rebuildFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { hashPassword } from '@vigil/shared/platform/passwords';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from './testing/fixture.ts';
import { saveSettings } from './testing/function-settings.ts';
import { storeFrameOf } from './testing/last-frames.ts';
import type { TestApi } from './testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addMember,
  connectDevices,
  PASSWORD,
  type TestCompany,
  type TestDevice,
  type TestUser,
} from './testing/world.ts';

const test = apiTest({ TRUST_PROXY: '127.0.0.1' });
const MINUTE_MS = 60_000;

/** A company with one online Windows device and one member who may control it. */
interface Place {
  readonly api: TestApi;
  readonly company: TestCompany;
  readonly device: TestDevice;
  readonly member: TestUser;
  readonly save: (changed: Partial<FunctionSettings>) => Promise<void>;
}

async function createPlace(api: TestApi): Promise<Place> {
  const company = await addCompany(api);
  const [device] = (await addDevices(api, { company }, 1, { osId: 1 })) as [TestDevice];
  await connectDevices(api, company, [device.pk]);
  // From here on a save alone changes what agents get.
  await rebuildFleetIndex(api.deps.redis, api.deps.database, company.pk);
  const member = await addMember(api, company, {
    groups: [company.home],
    authRemotecontrol: 1,
    authFilemanager: 1,
    email: 'member@vigil.test',
    emailVerifiedAt: new Date(),
  });
  return { api, company, device, member, save: (changed) => saveSettings(api, company, changed) };
}

let nextHost = 0;
/** Attempts come from many addresses, because each one alone would have to wait. */
const enter = async ({ api, member }: Place, pw = PASSWORD) => {
  const headers = { 'x-forwarded-for': `198.51.100.${(nextHost += 1) % 250}` };
  return (await api.call(null, signIn, { body: { type: '1STEP', mail: member.id, pw }, headers })).objects;
};
const isOpen = async ({ api, member }: Place) => (await api.call(member.token, readProfile)).status === 200;

const open = ({ api, member, device }: Place, more: { type?: 'rc' | 'ft'; pledge?: '1' } = {}) =>
  api.call(member.token, createRemoteSessionByGet, {
    query: { device_pk: String(device.pk) as unknown as number, type: 'rc', ...more },
  });
/** What the viewer is told when it starts a session. */
const started = async (place: Place) => {
  const { objects } = await open(place);
  const body = { state: 'started', secret: objects.secret } as const;
  const reply = await place.api.call(null, reportRemoteSession, { params: { id: objects.id }, body });
  return { opened: objects.policies, started: reply.objects.policies };
};
/** With what the browser of a session reaches the device. */
const grantOf = async (place: Place) => {
  const { objects } = await open(place);
  const viewer_key = Buffer.alloc(32, 7).toString('base64');
  const body = { state: 'started', secret: objects.secret, viewer_key } as const;
  const reply = await place.api.call(null, reportRemoteSession, { params: { id: objects.id }, body });
  return reply.objects.desktop?.grant;
};
const changeUser = ({ api, member }: Place, values: Partial<typeof users.$inferInsert>) =>
  api.deps.database.asSystem((tx) => tx.update(users).set(values).where(eq(users.pk, member.pk)));

const answer = ({ api, device }: Place, found: Partial<PolicyComplianceFacts>) => {
  const nothing: PolicyComplianceFacts = { os_version: null, vaccine: '', vaccine_running: null, stays_awake: null };
  return api.deps.database.asSystem((tx) =>
    tx
      .update(devices)
      .set({ policyState: { ...nothing, ...found } })
      .where(eq(devices.pk, device.pk)),
  );
};

/** What the gateway sends the agent of the device. */
async function agentPolicies({ api, company, device }: Place) {
  const index = await readDeviceIndex(api.deps.redis, company.pk, device.pk);
  return index && agentSettingsOf(index, device.pk)?.policies;
}

/** What gateways go by. */
const framePolicies = async ({ api, company, device }: Place) =>
  (await readDeviceIndex(api.deps.redis, company.pk, device.pk))?.frames;

const lastFrame = ({ api, company, device }: Place) =>
  api.app.inject({ method: 'GET', url: `/liveview/${device.guid}.jpg`, headers: { token: company.admin } });

/** A policy of the viewer and of the agent, each of which acts by itself: it reaches both, in open sessions as well. */
const reachesBoth =
  (field: 'capture' | 'display_power_save' | 'system_power_save', value: 0 | 1) => async (place: Place) => {
    const before = await started(place);
    expect([before.opened[field], before.started[field]]).toEqual([1 - value, 1 - value]);
    await place.save({ [field]: value });
    expect(await agentPolicies(place)).toMatchObject({ [field]: value });
    const after = await started(place);
    expect([after.opened[field], after.started[field]]).toEqual([value, value]);
  };

const refused = { status: 403, error: { code: 'not_allowed', reason: 'policy' } };

/** Each field is in force by what the API does; `null`: the workers alone act on it. */
const probes: { readonly [F in FunctionSettingName]: ((place: Place) => Promise<void>) | null } = {
  async file_transfer(place) {
    expect((await open(place, { type: 'ft' })).status).toBe(200);
    await place.save({ file_transfer: 0 });
    expect(await open(place, { type: 'ft' })).toMatchObject(refused);
    expect((await open(place)).status).toBe(200);
    expect(await agentPolicies(place)).toMatchObject({ file_transfer: 0 });
  },
  capture: reachesBoth('capture', 0),
  display_power_save: reachesBoth('display_power_save', 1),
  system_power_save: reachesBoth('system_power_save', 1),
  async block_num(place) {
    await place.save({ block_num: 2 });
    expect((await enter(place, 'wrong')).cause).toBeUndefined();
    expect((await enter(place, 'wrong')).cause).toEqual({ locked: true });
    expect((await enter(place)).cause).toEqual({ locked: true });
  },
  async self_unlock(place) {
    const offered = async () => (await enter(place, 'wrong')).self_unlock;
    expect(await offered()).toBe(1);
    await place.save({ self_unlock: 0 });
    expect(await offered()).toBe(0);
  },
  async password_change_limit(place) {
    await changeUser(place, { passwordChangedAt: new Date(Date.now() - 31 * 24 * 60 * MINUTE_MS) });
    expect((await enter(place)).token).not.toBe('');
    await place.save({ password_change_limit: 30 });
    expect((await enter(place)).cause).toEqual({ pw_reject: place.member.id });
  },
  async password_level(place) {
    await place.save({ password_level: 0 });
    await changeUser(place, { passwordHash: await hashPassword('weak') });
    expect((await enter(place, 'weak')).token).not.toBe('');
    await place.save({ password_level: 1 });
    expect((await enter(place, 'weak')).cause).toEqual({ pw_reject: place.member.id });
    // The way out: a new password in place of the one that was typed.
    const body = { type: 'force_set', mgrid: place.member.id, origin_pw: 'weak', pw: PASSWORD } as const;
    expect((await place.api.call(null, recoverAccount, { body })).error).toBeUndefined();
    expect((await enter(place)).token).not.toBe('');
  },
  async password_max(place) {
    const long = `N3xt-${'passphrase-'.repeat(4)}`;
    const set = async (pw: string) =>
      (await place.api.call(place.company.admin, updateUser, { params: { pk: String(place.member.pk) }, body: { pw } }))
        .error?.code;
    expect(await set(long)).toBe('password_level3');
    await place.save({ password_max: 64 });
    expect(await set(long)).toBeUndefined();
    expect((await enter(place, long)).token).not.toBe('');
    await place.save({ password_max: 12 });
    expect((await enter(place, long)).token).not.toBe('');
  },
  async otp_required(place) {
    expect((await enter(place)).qrCodeFlag).toBe(false);
    await place.save({ otp_required: 1 });
    expect(await enter(place)).toMatchObject({ step2: 'success', step3: 'wait', qrCodeFlag: true });
    await place.save({ otp_required: 0 });
    expect((await enter(place)).step3).toBe('success');
  },
  async idle_time(place) {
    await place.save({ idle_time: 10 });
    place.api.advance(9 * MINUTE_MS);
    expect(await isOpen(place)).toBe(true);
    place.api.advance(11 * MINUTE_MS);
    expect(await isOpen(place)).toBe(false);
  },
  async session_time(place) {
    await place.save({ session_time: 10 });
    place.api.advance(6 * MINUTE_MS);
    expect(await isOpen(place)).toBe(true);
    place.api.advance(6 * MINUTE_MS);
    expect(await isOpen(place)).toBe(false);
  },
  async min_os_major(place) {
    await answer(place, { os_version: '6.3.9600' });
    expect((await open(place)).objects.verified).toBe(1);
    await place.save({ min_os_major: 10 });
    expect(await open(place)).toMatchObject({ ...refused, error: { ...refused.error, detail: 'min_os' } });
    await answer(place, { os_version: null });
    expect((await open(place)).objects.verified).toBe(0);
  },
  async min_os_minor(place) {
    await answer(place, { os_version: '6.1.7601' });
    await place.save({ min_os_major: 6, min_os_minor: 1 });
    expect((await open(place)).status).toBe(200);
    await place.save({ min_os_minor: 2 });
    expect(await open(place)).toMatchObject({ ...refused, error: { ...refused.error, detail: 'min_os' } });
  },
  async vaccine(place) {
    await place.save({ vaccine: 'guard' });
    expect((await open(place)).objects.verified).toBe(0);
    await answer(place, { vaccine: 'guard', vaccine_running: false });
    expect(await open(place)).toMatchObject({ ...refused, error: { ...refused.error, detail: 'vaccine' } });
    await answer(place, { vaccine: 'guard', vaccine_running: true });
    expect((await open(place)).objects.verified).toBe(1);
    expect(await agentPolicies(place)).toMatchObject({ vaccine: 'guard' });
  },
  async security_agreement(place) {
    expect((await open(place)).status).toBe(200);
    await place.save({ security_agreement: 1 });
    expect((await open(place)).error).toMatchObject({ code: 'pledge_required' });
    expect((await open(place, { pledge: '1' })).status).toBe(200);
    const { objects } = await place.api.call(place.company.admin, listAudits);
    const pledges = objects.filter(({ act_name_id }) => act_name_id === auditCode.pledge);
    expect(pledges).toMatchObject([{ name: place.member.id, new_value: place.device.alias }]);
  },
  // Whoever opens a session gets a grant that the agent goes by:
  // `agent/src/remote-desktop/remote-desktops.machine.test.ts`.
  async remote_consent(place) {
    await place.save({ remote_consent: 2 });
    expect(await grantOf(place)).toMatchObject({ consent: 'or_refuse' });
    await place.save({ remote_consent: 1 });
    expect(await grantOf(place)).toMatchObject({ consent: 'or_allow' });
    await place.save({ remote_consent: 0 });
    expect(await grantOf(place)).not.toHaveProperty('consent');
  },
  async agent_restart_time(place) {
    expect(await agentPolicies(place)).toMatchObject({ agent_restart_time: null });
    await place.save({ agent_restart_time: 0 });
    expect(await agentPolicies(place)).toMatchObject({ agent_restart_time: 0 });
  },
  // `workers/src/housekeeping/delete-old-history.pg.test.ts`
  statistics_delete_period: null,
  async pictures(place) {
    await storeFrameOf(place.api, place.company, place.device.pk);
    expect((await lastFrame(place)).statusCode).toBe(200);
    await place.save({ pictures: 0 });
    expect((await lastFrame(place)).statusCode).toBe(404);
    // Gateways demand no frame, and refuse to browsers what they watch: `gateway/src/frames/frames.machine.test.ts`.
    expect(await framePolicies(place)).toMatchObject({ pictures: 0 });
    await place.save({ pictures: 1 });
    expect((await lastFrame(place)).statusCode).toBe(200);
  },
  async picture_retention(place) {
    const { api, company, device } = place;
    await place.save({ picture_retention: 1_440 });
    const old = { capturedAt: api.deps.now() - 11 * MINUTE_MS };
    expect(await storeFrameOf(api, company, device.pk, old)).toBe(true);
    expect((await lastFrame(place)).statusCode).toBe(200);
    await place.save({ picture_retention: 10 });
    expect((await lastFrame(place)).statusCode).toBe(404);
    await place.save({ picture_retention: 0 });
    expect(await storeFrameOf(api, company, device.pk)).toBe(false);
  },
  async picture_budget(place) {
    await place.save({ picture_budget: 500 });
    expect(await framePolicies(place)).toMatchObject({ picture_budget: 500 });
  },
};

for (const [field, probe] of Object.entries(probes)) {
  if (probe !== null)
    test(`${field} is in force`, async ({ api }) => {
      expect.hasAssertions();
      await probe(await createPlace(api));
    });
}
