import { AlertCode } from '@vigil/shared/contract/alert';
import { issueBulkCommand } from '@vigil/shared/contract/http/commands';
import { listDevices, moveDevices, readFleetSummary } from '@vigil/shared/contract/http/devices';
import { addGroupMember, readGroupMember, removeGroupMember } from '@vigil/shared/contract/http/group-links';
import { createGroup, deleteGroup, listGroups, updateGroup } from '@vigil/shared/contract/http/groups';
import { DeviceGuid, UserPk, type DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { alertCodeOf, alertKindNumbers } from '@vigil/shared/domain/thresholds';
import { hashPassword } from '@vigil/shared/platform/passwords';
// @module-tag slow
import fc from 'fast-check';
import { CHEAP_PASSWORDS } from '../../support/cheap-passwords.ts';
import { CallFailed, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { startFleetOn } from '../../support/fleet.ts';
import type { Stack } from '../../support/stack.ts';
import { asSuperuser } from '../../support/superuser.ts';
import { expect, test } from '../../support/system-test.ts';
import { expectExport, expectSight, type Device, type Expected } from './member.ts';
import { DEFAULT, DEVICES, Model, story, type Step, type Story } from './model.ts';
import { kinds, Screen } from './screen.ts';

const PASSWORD = 'Passw0rd!';
const RUNS = Number(process.env['VISIBILITY_RUNS'] ?? 1);
/** Samples and frames come several times a second, so that a round of them is short. */
const CONFIG = { refresh_interval: 0.3, img_refresh_interval: 0.3 };

interface Member {
  readonly pk: UserPk;
  readonly client: Client;
  /** One on each gateway. */
  readonly screens: Screen[];
}

interface World {
  readonly stack: Stack;
  readonly admin: Client;
  readonly home: GroupPk;
  readonly devices: readonly Device[];
  /** Of the administrator, who sees everything: what they receive has been sent. */
  readonly witnesses: readonly Screen[];
  readonly dropConnection: (device: number) => void;
}

/** A member with every right except the sight of a group. */
async function addMember(stack: Stack, name: string): Promise<Member> {
  const password_hash = await hashPassword(PASSWORD, CHEAP_PASSWORDS);
  const rights = { auth_val: 15, auth_remotecontrol: 1, auth_thumbnailview: 1, auth_restart: 1, auth_remoteview: 1 };
  const pk = await asSuperuser(stack, async (sql) => {
    const [company] = await sql<{ pk: number }[]>`select pk from companies limit 1`;
    const row = { company_fk: company?.pk ?? 0, mgrid: name, name, password_hash, email_verified_at: new Date() };
    const [user] = await sql<{ pk: number }[]>`insert into users ${sql({ ...row, ...rights })} returning pk`;
    return UserPk.parse(user?.pk);
  });
  return { pk, client: await stack.signIn({ id: name, password: PASSWORD }), screens: [] };
}

const at = <T>(list: readonly T[], index: number): T => {
  const item = list[index];
  if (item === undefined) throw new RangeError(`there is nothing at ${index}`);
  return item;
};

/** One story in the world: its groups and members, the model beside them, and what the members see. */
class Play {
  readonly #world: World;
  readonly #model: Model;
  readonly #groups = new Map<number, GroupPk>();
  readonly #members: Member[] = [];

  constructor(world: World, model: Model) {
    this.#world = world;
    this.#model = model;
    this.#groups.set(DEFAULT, world.home);
  }

  async set({ parents, places, grants }: Story, name: string): Promise<void> {
    const { admin, stack, devices } = this.#world;
    for (const [index, parent] of parents.entries()) {
      const group_fk = parent === DEFAULT ? null : this.#group(parent);
      const { objects } = await admin.call(createGroup, { body: { name: `${name} ${index}`, group_fk } });
      this.#groups.set(index, at(objects, 0).pk);
    }
    for (const [device, place] of places.entries()) {
      const body = { device_pk: at(devices, device).pk, new_device_group_fk: this.#group(place) };
      if (place !== DEFAULT) await admin.call(moveDevices, { body });
    }
    for (const [index, groups] of grants.entries()) {
      const member = await addMember(stack, `${name.toLowerCase().replaceAll(' ', '-')}-${index}@vigil.test`);
      this.#members.push(member);
      for (const group of groups) await this.#grant(member, group).catch(ignoreConflict);
    }
    // The grants of before are part of every session that opens now.
    for (const [index, member] of this.#members.entries()) {
      await eventually(async () => {
        const { objects } = await member.client.call(listDevices, { query: { search_mode: 'all' } });
        expect(objects).toHaveLength(this.#model.visibleTo(index).size);
      });
    }
  }

  /**
   * Makes one change, then shows that each member sees what the model says, on every path, and is sent nothing else.
   */
  async step(change: Step): Promise<void> {
    if (!this.#model.apply(change)) return;
    await this.#openScreens();
    await this.#make(change);
    const { meta } = await this.#world.admin.call(readFleetSummary);
    for (const witness of this.#world.witnesses) await witness.reach(meta.seq);
    if (change.do === 'grant' || change.do === 'revoke' || change.do === 'delete_group') await this.#rightsArrive();
    for (const { screens } of this.#members)
      for (const screen of screens) if (screen.isOpen) await screen.reach(meta.seq);
    const marks = this.#members.map(({ screens }) => screens.map((screen) => screen.mark()));
    await this.#everythingIsSentOnce();
    for (const [index, member] of this.#members.entries()) {
      const expected = this.expected(index);
      const hidden = expected.hidden.map(({ pk }) => pk);
      for (const [gateway, screen] of member.screens.entries())
        expect(screen.mentions(hidden, at(at(marks, index), gateway))).toEqual([]);
      await expectSight(member.client, expected);
    }
  }

  async end(): Promise<void> {
    for (const [index, member] of this.#members.entries()) await expectExport(member.client, this.expected(index));
    // And those who see a device are sent everything of it.
    await this.#openScreens();
    const marks = this.#members.map(({ screens }) => screens.map((screen) => screen.mark()));
    await this.#everythingIsSentOnce();
    await eventually(() => {
      for (const [index, { screens }] of this.#members.entries())
        for (const { pk } of this.expected(index).devices)
          for (const [gateway, screen] of screens.entries())
            for (const kind of kinds) expect(screen.count(kind, pk, at(at(marks, index), gateway))).toBeGreaterThan(0);
    });
    for (const { screens } of this.#members) for (const screen of screens) screen[Symbol.dispose]();
    for (const [index, pk] of this.#groups) {
      if (index !== DEFAULT) await this.#world.admin.call(deleteGroup, { params: { pk: String(pk) } }).catch(() => {});
    }
  }

  expected(member: number): Expected {
    const visible = this.#model.visibleTo(member);
    const isVisible = (_: Device, index: number) => visible.has(index);
    return {
      devices: this.#world.devices.filter(isVisible),
      hidden: this.#world.devices.filter((device, index) => !isVisible(device, index)),
      groups: new Map([...this.#model.countsFor(member)].map(([group, count]) => [this.#group(group), count])),
    };
  }

  #group(index: number): GroupPk {
    const pk = this.#groups.get(index);
    if (pk === undefined) throw new RangeError(`there is no group ${index}`);
    return pk;
  }

  /** Every member has an open screen on each gateway, with subscriptions to all that it sees before the next change. */
  async #openScreens(): Promise<void> {
    for (const member of this.#members) {
      const { objects } = await member.client.call(listDevices, { query: { search_mode: 'all' } });
      const pks = objects.map(({ pk }) => pk);
      for (const [index, { url }] of this.#world.stack.gateways.entries()) {
        const open = member.screens[index];
        if (open?.isOpen) await open.watch(pks);
        else member.screens[index] = await Screen.open(url, member.client.token ?? '', pks);
      }
    }
  }

  /** A change of rights closes the sockets of its user; until then the session has its earlier groups. */
  async #rightsArrive(): Promise<void> {
    for (const [index, member] of this.#members.entries()) {
      const groups = [...this.#model.countsFor(index).keys()].map((one) => this.#group(one)).toSorted((a, b) => a - b);
      await eventually(async () => {
        const { objects } = await member.client.call(listGroups, { query: { search_mode: 'all' } });
        const permitted = objects.filter((row) => row.has_permission === 1).map(({ pk }) => pk);
        expect(permitted.toSorted((a, b) => a - b)).toEqual(groups);
      });
    }
  }

  /** The witness on each gateway receives one message of each kind about every device. */
  async #everythingIsSentOnce(): Promise<void> {
    const { witnesses, devices, admin, dropConnection } = this.#world;
    const marks = witnesses.map((witness) => witness.mark());
    const pks = devices.map(({ pk }) => pk);
    for (const index of devices.keys()) dropConnection(index);
    // An agent that is just back may be asked again.
    await eventually(async () => {
      await admin.call(issueBulkCommand, { body: { device_pks: pks, type: 'information' } });
      await eventually(
        () => {
          for (const [index, witness] of witnesses.entries())
            for (const pk of pks)
              for (const kind of kinds)
                expect(witness.count(kind, pk, at(marks, index)), `${kind} ${pk}`).toBeGreaterThan(0);
        },
        { timeout: 3_000 },
      );
    });
  }

  async #grant({ pk }: Member, group: number): Promise<void> {
    const body = { device_group_fk: this.#group(group), member_fk: pk, with_parents: 1 } as const;
    await this.#world.admin.call(addGroupMember, { body });
  }

  async #make(change: Step): Promise<void> {
    const { admin, devices } = this.#world;
    switch (change.do) {
      case 'move_devices': {
        const device_pk = change.devices.map((index): DevicePk => at(devices, index).pk);
        await admin.call(moveDevices, { body: { device_pk, new_device_group_fk: this.#group(change.to) } });
        return;
      }
      case 'move_group': {
        const params = { pk: String(this.#group(change.group)) };
        await admin.call(updateGroup, {
          params,
          body: { group_fk: change.to === DEFAULT ? null : this.#group(change.to) },
        });
        return;
      }
      case 'delete_group':
        await admin.call(deleteGroup, { params: { pk: String(this.#group(change.group)) } });
        return;
      case 'grant':
        await this.#grant(at(this.#members, change.member), change.group);
        return;
      case 'revoke': {
        const { pk } = at(this.#members, change.member);
        const query = { device_group_fk: String(this.#group(change.group)), member_fk: String(pk) };
        const { objects } = await admin.call(readGroupMember, { query });
        const params = { pk: String(at(objects, 0).pk) };
        await admin.call(removeGroupMember, { params, query: { with_subgroups: '1' } });
      }
    }
  }
}

/** A group may have been granted already, as one above another. */
const ignoreConflict = (error: unknown): void => {
  if (!(error instanceof CallFailed) || error.status !== 409) throw error;
};

test('a member sees the devices of their own groups and no others, on every path, while groups, grants and devices change', async ({
  start,
}) => {
  const stack = await start({ gateways: 2 });
  const admin = await stack.signIn();
  await asSuperuser(stack, (sql) => sql`update app_configs set config = ${sql.json(CONFIG)}`);
  await using fleet = await startFleetOn(stack, DEVICES);
  const { objects: rows } = await admin.call(listDevices, { query: { search_mode: 'all' } });
  const devices = fleet.devices.map(({ guid }) => {
    const row = rows.find((one) => one.guid === guid);
    return {
      pk: at(
        [row?.pk].flatMap((pk) => pk ?? []),
        0,
      ),
      guid: DeviceGuid.parse(guid),
      alias: row?.alias ?? '',
    };
  });
  const { objects: groups } = await admin.call(listGroups, { query: { search_mode: 'all' } });
  const home = groups.find((group) => group.flag_df_group === 1)?.pk ?? at(groups, 0).pk;
  // Everything is in alert, so that there is something to hide.
  for (const os of new Set(rows.map((row) => row.dev_os_id))) {
    const alert_code = AlertCode.parse(alertCodeOf(os, alertKindNumbers.memoryUsage));
    const body = { update_key: 'alert', alert_code, alert_time: null, alert_th_value: 1 } as const;
    await admin.call(updateGroup, { params: { pk: String(home) }, body });
  }
  const pks = devices.map(({ pk }) => pk);
  const witnesses: Screen[] = [];
  for (const { url } of stack.gateways) witnesses.push(await Screen.open(url, admin.token ?? '', pks));
  const dropConnection = (index: number): void => void fleet.device(index).dropConnection();
  const world: World = { stack, admin, home, devices, witnesses, dropConnection };

  let plays = 0;
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      plays += 1;
      await admin.call(moveDevices, { body: { device_pk: pks, new_device_group_fk: home } }).catch(() => {});
      const play = new Play(world, new Model(told));
      await play.set(told, `Play ${plays}`);
      for (const change of told.steps) await play.step(change);
      await play.end();
    }),
    // A story takes seconds, and a shorter one of the same failure would take minutes.
    { numRuns: RUNS, endOnFailure: true },
  );
  for (const witness of witnesses) witness[Symbol.dispose]();
});
