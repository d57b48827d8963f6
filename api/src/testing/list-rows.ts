import { randomUUID } from 'node:crypto';
import { CommandId, DeviceGuid, PaymentId, UserPk, type CompanyPk, type DevicePk } from '@vigil/shared/contract/ids';
import { usageColumns } from '@vigil/shared/contract/names';
import { ticketState } from '@vigil/shared/domain/ticket-transitions';
import type { Tx } from '@vigil/shared/platform/db/client';
import { unknownAgents } from '@vigil/shared/platform/db/schema/agent-identities';
import { apiTokens } from '@vigil/shared/platform/db/schema/api-tokens';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { notices } from '@vigil/shared/platform/db/schema/notices';
import { payments } from '@vigil/shared/platform/db/schema/payments';
import { ipRules } from '@vigil/shared/platform/db/schema/policies';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { ticketDevices, tickets } from '@vigil/shared/platform/db/schema/tickets';
import { users } from '@vigil/shared/platform/db/schema/users';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { eq, sql } from 'drizzle-orm';
import { addFailedSignIns, addToHistories, spreadMicroseconds } from './history-rows.ts';
import type { TestApi } from './test-api.ts';
import { addDevices, connectDevices, type TestCompany } from './world.ts';

const COUNT = 12;
// In the evening of Greenwich, which is another day in Seoul.
const FIRST_DAY = Date.UTC(2026, 0, 1, 18);
const DAY_MS = 86_400_000;

const rows = <T>(row: (i: number) => T): T[] => Array.from({ length: COUNT }, (_, i) => row(i));
// Two rows share each time, and letters are not in the order in which the rows are stored.
const timeOf = (i: number) => new Date(FIRST_DAY + Math.floor(i / 2) * DAY_MS);
const letterOf = (i: number) => 'abcdefghijkl'.charAt((i * 5) % COUNT);

/** Rows for every list of the contract: a dozen each, with values that differ in each column that can be sorted by. */
export async function addListRows(api: TestApi, company: TestCompany): Promise<void> {
  const pks = (await addDevices(api, { company }, COUNT)).map((device) => device.pk);
  await connectDevices(api, company, pks.slice(0, 5));
  const usage = pks.map((pk, i) => [String(pk), JSON.stringify([pk, ...usageColumns.map((_, j) => (i * 7 + j) % 90)])]);
  await api.deps.redis.commands.hSet(redisKeys.usage(company.pk), Object.fromEntries(usage) as Record<string, string>);
  await api.deps.database.asSystem(async (tx) => {
    await changeDevices(tx, pks);
    await addApproverAndRequester(tx, company.pk);
    await addTokens(tx, company.pk);
    await addIpRules(tx, company.pk);
    await addTickets(tx, company.pk, pks);
    await addHistories(tx, company.pk, pks);
    await addIncidents(tx, company.pk, pks);
    await addUnknownAgents(tx, company.pk);
    await addEvents(tx, company.pk, pks);
    await addPayments(tx, company.pk);
    const group = { companyFk: company.pk };
    await tx
      .insert(deviceGroups)
      .values(rows((i) => ({ ...group, name: `${letterOf(i)} group`, updatedAt: timeOf(i) })));
    await tx.insert(notices).values(
      rows((i) => ({
        title: `title ${letterOf(i)}`,
        content: '',
        noticeDate: timeOf(i),
        createdAt: timeOf(COUNT - i),
      })),
    );
  });
}

async function addEvents(tx: Tx, company: CompanyPk, pks: readonly DevicePk[]): Promise<void> {
  const events = pks.map((device, i) => ({ device, at: timeOf(i), name: letterOf(i), kind: 1 + (i % 6) }));
  await addToHistories(tx, company, events);
  const hourLater = events.map((event) => ({ ...event, at: new Date(event.at.getTime() + 3_600_000) }));
  await addFailedSignIns(tx, company, hourLater);
  await spreadMicroseconds(tx);
}

async function addTickets(tx: Tx, companyFk: CompanyPk, pks: readonly DevicePk[]): Promise<void> {
  const added = await tx
    .insert(tickets)
    .values(
      rows((i) => ({
        companyFk,
        state: Object.values(ticketState)[i % 6] ?? ticketState.requested,
        createdAt: timeOf(i),
        requesterFk: UserPk.parse(1),
        requesterId: 'asker',
        requesterName: `${letterOf(i)} asker`,
        workStart: timeOf(COUNT - i),
        workEnd: timeOf(2 * COUNT + i),
        reason: `${letterOf(i)} reason`,
        askedName: `${letterOf(i)} head`,
      })),
    )
    .returning({ pk: tickets.pk });
  await tx.insert(ticketDevices).values(
    added.flatMap(({ pk: ticketFk }, i) => {
      const deviceFk = pks[i];
      return deviceFk === undefined ? [] : { companyFk, ticketFk, deviceFk, n: 0, deviceName: `${letterOf(i)} device` };
    }),
  );
}

async function addIncidents(tx: Tx, company: CompanyPk, pks: readonly DevicePk[]): Promise<void> {
  await tx.insert(incidents).values(
    rows((i) => ({
      companyFk: company,
      cause: 'device' as const,
      deviceFk: pks[i] ?? null,
      name: `${letterOf(i)} device`,
      deviceCount: 1,
      state: 2 as const,
      firstAt: timeOf(i),
      openedAt: timeOf(i),
      resolvedAt: timeOf(COUNT - i),
    })),
  );
}

async function addUnknownAgents(tx: Tx, companyFk: CompanyPk): Promise<void> {
  await tx.insert(unknownAgents).values(
    rows((i) => ({
      companyFk,
      guid: DeviceGuid.parse(randomUUID()),
      publicKey: `key ${i}`,
      name: `${letterOf(i)} host`,
      publicIp: '192.0.2.1',
      agentVersion: '1.0.0',
      firstSeen: timeOf(i),
      lastSeen: timeOf(COUNT - i),
    })),
  );
}

async function changeDevices(tx: Tx, pks: readonly DevicePk[]): Promise<void> {
  for (const [i, pk] of pks.entries()) {
    const text = `${i % 2}${letterOf(i)}`;
    const addresses = { publicIp: text, macAddr: text, agentVersion: text };
    const osId = i % 2 === 0 ? 1 : 2;
    await tx
      .update(devices)
      .set({
        ...addresses,
        tags: [`tag ${letterOf(i)}`],
        possibleClone: i % 3 === 0 ? 1 : 0,
        alias: `device ${letterOf(i)}`,
        lastConnectedAt: timeOf(i),
        osId,
      })
      .where(eq(devices.pk, pk));
  }
}

const addIpRules = (tx: Tx, companyFk: CompanyPk) =>
  tx.insert(ipRules).values(
    rows((i) => ({
      companyFk,
      start: `192.0.2.${100 + i}`,
      reason: `reason ${letterOf(i)}`,
      timeAdded: timeOf(COUNT - i),
    })),
  );

async function addPayments(tx: Tx, companyFk: CompanyPk): Promise<void> {
  await tx.insert(payments).values(
    rows((i) => ({
      id: PaymentId.parse(randomUUID()),
      companyFk,
      state: 'paid' as const,
      provider: 'sandbox',
      method: 'SC0010' as const,
      type: 'Basic' as const,
      deviceVolume: i + 1,
      months: 1,
      unitPrice: 2_500,
      total: 2_500 * ((i * 5) % COUNT),
      startsAt: timeOf(COUNT - i),
      expiresAt: timeOf(COUNT - i + 60),
      createdAt: timeOf(i),
      paidAt: timeOf(i),
    })),
  );
}

async function addTokens(tx: Tx, companyFk: CompanyPk): Promise<void> {
  const owners = await tx.select({ pk: users.pk }).from(users).where(eq(users.companyFk, companyFk)).orderBy(users.pk);
  await tx.insert(apiTokens).values(
    rows((i) => ({
      companyFk,
      userFk: owners[i]?.pk ?? UserPk.parse(0),
      name: `token ${letterOf(i)}`,
      tokenHash: letterOf(i).repeat(64),
      hint: 'vgl_',
      scopes: ['read' as const],
      createdAt: timeOf(i),
      expiresAt: timeOf(COUNT - i),
    })),
  );
}

const addApproverAndRequester = (tx: Tx, companyFk: CompanyPk) =>
  tx.insert(users).values(
    rows((i) => ({
      companyFk,
      mgrid: `${letterOf(i)}-user`,
      name: `name ${letterOf(i + 1)}`,
      department: `department ${letterOf(i + 2)}`,
      email: `${letterOf(i + 3)}@vigil.test`,
      phone: `010-${letterOf(i + 4)}`,
      memberTypeId: i % 3,
      passwordHash: 'none',
    })),
  );

async function addHistories(tx: Tx, companyFk: CompanyPk, pks: readonly DevicePk[]): Promise<void> {
  const [admin] = await tx.select().from(users).where(eq(users.companyFk, companyFk));
  const [device] = pks;
  if (!admin || device === undefined) throw new Error('a list needs an administrator and devices');
  const audit = { companyFk, actNameId: 11, actTypeId: 1 };
  await tx.insert(audits).values(
    rows((i) => ({
      ...audit,
      name: `person ${letterOf(i)}`,
      regMail: `id-${letterOf(i)}`,
      newValue: `value ${letterOf(i)}`,
      actTime: timeOf(i),
    })),
  );
  await tx.insert(commands).values(
    rows((i) => ({
      id: CommandId.parse(randomUUID()),
      companyFk,
      deviceFk: device,
      deviceAlias: 'device',
      type: i % 3 === 0 ? ('reboot' as const) : ('shutdown' as const),
      state: i % 4 === 0 ? ('queued' as const) : ('done' as const),
      createdAt: timeOf(i),
      deadline: timeOf(COUNT),
    })),
  );
  const request = { companyFk, requesterFk: admin.pk, requesterId: 'id', approvalReason: 'reason' };
  await tx.insert(approvals).values(
    rows((i) => ({
      ...request,
      deviceFk: pks[i] ?? device,
      deviceAlias: `alias ${letterOf(i)}`,
      requesterName: `requester ${letterOf(i + 1)}`,
      approverName: `approver ${letterOf(i + 2)}`,
      approveState: i % 2 === 0 ? (1 as const) : (2 as const),
      proposalTime: timeOf(i),
      startTime: timeOf(COUNT - i),
      endTime: timeOf(COUNT),
    })),
  );
  // Times that differ by microseconds, which a cursor must not round.
  await tx.execute(sql`update audits set act_time = act_time + (pk % 5) * interval '1 microsecond'`);
  await tx.execute(sql`update commands set created_at = created_at + (random() * 5)::int * interval '1 microsecond'`);
}
