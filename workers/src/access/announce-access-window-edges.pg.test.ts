import { UserPk, type ApprovalPk, type DevicePk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { announceWindowEdges } from './announce-access-window-edges.ts';

const test = workersTest();
const MINUTE_MS = 60_000;
const user = UserPk.parse(77);
let workers: WorkersTestContext;
let device: DevicePk;
const live: { t: string; open?: boolean }[] = [];

test.beforeAll(async ({ workers: started, device: added }) => {
  [workers, device] = [started, added];
  await workers.deps.redis.subscribe(busChannels.company(workers.company), (text) =>
    live.push(JSON.parse(text) as never),
  );
});

test.beforeEach(async () => {
  await workers.deps.database.asSystem((tx) => tx.delete(approvals));
  live.length = 0;
});

async function addWindow(fromMinutes: number, toMinutes: number, approveState: 0 | 1 | 2 = 2): Promise<ApprovalPk> {
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
  const [row] = await workers.deps.database.asSystem((tx) =>
    tx
      .insert(approvals)
      .values({
        companyFk: workers.company,
        deviceFk: device,
        deviceAlias: 'Device',
        requesterFk: user,
        requesterId: 'jun',
        startTime: at(fromMinutes),
        endTime: at(toMinutes),
        approvalReason: 'work',
        approveState,
      })
      .returning({ pk: approvals.pk }),
  );
  return row!.pk;
}
const after = (minutes: number) =>
  announceWindowEdges({ ...workers.deps, now: () => Date.now() + minutes * MINUTE_MS });
const announced = () => live.flatMap((message) => (message.t === 'approval_window' ? [message] : []));

test('the edges of windows are announced once each, and the last word of overlapping ones', async () => {
  await addWindow(-1, 10);
  await addWindow(5, 20);
  await addWindow(-1, 60, 0);
  expect([await after(0), await after(0), await after(6), await after(11), await after(21)]).toEqual([1, 0, 1, 1, 1]);
  await eventually(() => {
    expect(announced().map(({ open }) => open)).toEqual([true, true, true, false]);
    expect(announced()[0]).toMatchObject({ user, device_pk: device, seq: expect.any(Number) as number });
  });
});

test('a window that is withdrawn closes, and one that was over when workers were away is never opened', async () => {
  const pk = await addWindow(-1, 10);
  await addWindow(-30, -20);
  expect(await after(0)).toBe(1);
  await workers.deps.database.asSystem((tx) =>
    tx.update(approvals).set({ approveState: 1 }).where(eq(approvals.pk, pk)),
  );
  expect(await after(0)).toBe(1);
  await eventually(() => expect(announced().map(({ open }) => open)).toEqual([true, false]));
});
