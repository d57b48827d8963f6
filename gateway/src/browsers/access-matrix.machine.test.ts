import { permissionFlags, type PermissionFlag } from '@vigil/shared/contract/access';
import { browserUp } from '@vigil/shared/contract/events/browser-up';
import { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { expect } from 'vitest';
import { gatewayTest } from '../testing/fixture.ts';
import { ELSEWHERE, HOME, type TestDevice, type TestGateways } from '../testing/test-gateway.ts';

const OTHER = CompanyPk.parse(2);
const test = gatewayTest();
let device: TestDevice;
test.beforeAll(async ({ gateways }) => {
  device = await gateways.addDevice(HOME);
  await gateways.redis.commands.hSet(redisKeys.index(OTHER), { version: '0' });
});

/** The first device that the gateways of a test have. */
const FIRST = DevicePk.parse(1);
const allBut = (...kept: PermissionFlag[]) => permissionFlags.filter((flag) => !kept.includes(flag));

type Session = NonNullable<Parameters<TestGateways['session']>[0]>;

/** Sessions as the API makes them. The device is in the group HOME. */
const identities = {
  admin: {},
  subManager: { without: ['isAdmin'], sight: { groups: [HOME] } },
  member: { without: ['isAdmin', 'isSubManager', 'isApprover', 'CSThumbnailView'], sight: { groups: [HOME] } },
  guest: { without: ['isAdmin', 'isSubManager'], sight: { groups: [HOME] }, kind: 'invitation' },
  // The device is in no group of the following ones.
  subManagerElsewhere: { without: ['isAdmin'], sight: { groups: [ELSEWHERE] } },
  memberOfNoGroup: { without: ['isAdmin', 'isSubManager', 'isApprover'], sight: { groups: [] } },
  // As the temporary accounts of tickets: one whose ticket has the device, and one whose ticket has another.
  ticketWorker: { without: allBut('CSRemoteControl'), sight: { devices: [FIRST] }, kind: 'ticket' },
  otherTicketWorker: {
    without: allBut('CSRemoteControl'),
    sight: { devices: [DevicePk.parse(4_000)] },
    kind: 'ticket',
  },
  otherCompany: { company: OTHER },
  screen: { without: allBut('CSThumbnailView'), kind: 'screen' },
  screenElsewhere: { without: allBut('CSThumbnailView'), sight: { groups: [ELSEWHERE] }, kind: 'screen' },
} satisfies Readonly<Record<string, Session>>;

const ok = { ok: true };
const accepted = { ok: true, refused: [] };
const refused = (code: string) => ({ ok: false, error: { code } });
const unseen = () => ({ ok: true, refused: [device.pk] });

const all = <T>(value: T) => ({
  admin: value,
  subManager: value,
  member: value,
  guest: value,
  subManagerElsewhere: value,
  memberOfNoGroup: value,
  ticketWorker: value,
  otherTicketWorker: value,
  otherCompany: value,
  screen: value,
  screenElsewhere: value,
});

type Answers = { readonly [I in keyof typeof identities]: object };

/** What each message of a browser is answered, by hand: a new message must be entered here. */
const matrix = (): {
  readonly [N in (typeof browserUp)[keyof typeof browserUp]['name']]: readonly [object, Answers];
} => ({
  sync_check: [{}, all(ok)],
  // Everyone may subscribe; who receives what is in audiences.machine.test.ts and lost-access.test.ts.
  watch_fleet: [{ group_pk: 'all', usage: true }, all(ok)],
  unwatch_fleet: [{}, all(ok)],
  watch_device: [
    { pk: device.pk, processes: true },
    {
      ...all(ok),
      subManagerElsewhere: refused('not_found'),
      memberOfNoGroup: refused('not_found'),
      ticketWorker: refused('not_allowed'),
      otherTicketWorker: refused('not_found'),
      otherCompany: refused('not_found'),
      // A wall shows no single device.
      screen: refused('not_allowed'),
      screenElsewhere: refused('not_allowed'),
    },
  ],
  unwatch_device: [{ pk: device.pk }, all(ok)],
  watch_thumbnails: [
    { devices: [device.pk], width: 320, interval_ms: 1_000 },
    {
      ...all(accepted),
      member: refused('not_allowed'),
      subManagerElsewhere: unseen(),
      memberOfNoGroup: unseen(),
      ticketWorker: refused('not_allowed'),
      otherTicketWorker: refused('not_allowed'),
      otherCompany: unseen(),
      screenElsewhere: unseen(),
    },
  ],
});

test('each message of a browser is answered as the rights of its user say', async ({ gateways }) => {
  const declared = Object.values(browserUp).map(({ name }) => name);
  expect(Object.keys(matrix()).toSorted()).toEqual(declared.toSorted());
  for (const [identity, session] of Object.entries<Session>(identities)) {
    const { token } = await gateways.session(session);
    using browser = await gateways.browser(token);
    for (const [name, [payload, answers]] of Object.entries(matrix()))
      expect([identity, name, await browser.ask(name, payload)]).toEqual([
        identity,
        name,
        expect.objectContaining(answers[identity as keyof typeof identities]),
      ]);
  }
});
