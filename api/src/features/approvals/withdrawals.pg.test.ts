import { auditCode } from '@vigil/shared/contract/audit-codes';
import { listApprovals, postApproval, withdrawApproval } from '@vigil/shared/contract/http/approvals';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { ApprovalPk } from '@vigil/shared/contract/ids';
import { memberTypeColumns } from '@vigil/shared/domain/member-types';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { addDevices, addMember } from '../../testing/world.ts';

const test = apiTest();
const HOUR_MS = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

test('an undecided request is withdrawn by its requester only, and stays in the audit', async ({ api, company }) => {
  const device_pk = (await addDevices(api, { company }, 1))[0]?.pk ?? 0;
  const other = await addMember(api, company, memberTypeColumns[2]);
  const ask = async () => {
    const { objects } = await api.call(company.admin, postApproval, {
      body: { device_pk, approver_pk: 0, start_time: fromNow(0), end_time: fromNow(2), approval_reason: 'repair' },
    });
    return ApprovalPk.parse(objects[0]?.pk);
  };
  const withdraw = (token: string, pk: ApprovalPk) => api.call(token, withdrawApproval, { params: { pk: String(pk) } });

  const first = await ask();
  expect((await withdraw(other.token, first)).error?.code).toBe('not_allowed');
  expect((await withdraw(company.admin, first)).objects).toEqual([first]);
  expect((await api.call(company.admin, listApprovals)).objects).toEqual([]);
  expect((await withdraw(company.admin, first)).error?.code).toBe('not_found');
  const audits = await api.call(company.admin, listAudits, { query: { q: auditCode.accessWithdrawn } });
  expect(audits.objects).toMatchObject([{ device_pk, old_value: expect.stringContaining('Z') }]);

  const second = await ask();
  await api.call(other.token, postApproval, { body: { pk: second, is_accept: 1, react_reason: '' } });
  expect((await withdraw(company.admin, second)).error?.code).toBe('conflict');
});
