import { auditCode } from '@vigil/shared/contract/audit-codes';
import { listApprovals, postApproval } from '@vigil/shared/contract/http/approvals';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { ApprovalPk, UserPk } from '@vigil/shared/contract/ids';
import { memberTypeColumns } from '@vigil/shared/domain/member-types';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { addDevices, addMember } from '../../testing/world.ts';

const test = apiTest();
const HOUR_MS = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

test('nobody decides what they ask for themselves but the only active administrator, whose decision the audit marks', async ({
  api,
  company,
}) => {
  const device_pk = (await addDevices(api, { company }, 1))[0]?.pk ?? 0;
  const ask = (approver_pk: number) =>
    api.call(company.admin, postApproval, {
      body: { device_pk, approver_pk, start_time: fromNow(0), end_time: fromNow(2), approval_reason: 'maintenance' },
    });
  const answer = (token: string, pk: number, is_accept: 0 | 1) =>
    api.call(token, postApproval, { body: { pk, is_accept, react_reason: is_accept === 0 ? 'no' : '' } });
  const [own] = await api.deps.database.asSystem((tx) =>
    tx.select().from(users).where(eq(users.mgrid, company.adminId)),
  );
  const other = await addMember(api, company, memberTypeColumns[2]);

  expect((await ask(UserPk.parse(own?.pk))).error?.code).toBe('approval_405');
  const [asked] = (await ask(0)).objects;
  expect(asked).toMatchObject({ waits_for_other: 1, can: { approve: 0, reject: 0, resubmit: 1 } });
  const pk = ApprovalPk.parse(asked?.pk);
  for (const is_accept of [0, 1] as const)
    expect((await answer(company.admin, pk, is_accept)).error?.code).toBe('own_request');
  expect((await answer(other.token, pk, 1)).objects[0]?.approve_state).toBe(2);

  await api.deps.database.asSystem((tx) => tx.update(users).set({ active: false }).where(eq(users.pk, other.pk)));
  const [alone] = (await ask(0)).objects;
  expect(alone).toMatchObject({ waits_for_other: 0, can: { approve: 1, reject: 1 } });
  expect((await answer(company.admin, ApprovalPk.parse(alone?.pk), 1)).objects[0]?.approve_state).toBe(2);
  const listed = (await api.call(company.admin, listApprovals, { query: { type: 'history' } })).objects;
  expect(listed.map(({ waits_for_other }) => waits_for_other)).toEqual(listed.map(() => 0));

  const { objects } = await api.call(company.admin, listAudits, { query: { q: auditCode.accessApproved } });
  expect(objects.map(({ new_value }) => new_value?.includes('own request'))).toEqual([true, false]);
});
