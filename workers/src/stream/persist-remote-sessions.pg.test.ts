import { randomUUID } from 'node:crypto';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import { RemoteSessionId } from '@vigil/shared/contract/ids';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { workersTest } from '../testing/fixture.ts';
import { persistRemoteSessions } from './persist-remote-sessions.ts';

const test = workersTest();
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

test('[REMOTE-4] a report that arrives again, because its answer was lost, changes nothing', async ({
  workers,
  device,
}) => {
  const { company, deps } = workers;
  const id = RemoteSessionId.parse(randomUUID());
  await deps.database.asSystem((tx) =>
    tx.insert(remoteSessions).values({
      id,
      companyFk: company,
      type: 'rc',
      mgrid: 'mina',
      deviceFk: device,
      deviceAlias: 'Device',
      deviceGuid: randomUUID() as never,
      hostOsId: 2,
      secretHash: 'x',
      issuedAt: secondsAgo(10),
      redeemedAt: secondsAgo(9),
      seenAt: secondsAgo(9),
    }),
  );
  const read = () => deps.database.asSystem((tx) => tx.select().from(remoteSessions).where(eq(remoteSessions.id, id)));
  const ends = () =>
    deps.database.asSystem((tx) =>
      tx
        .select()
        .from(audits)
        .where(and(eq(audits.deviceFk, device), eq(audits.actNameId, auditCode.remoteEnded))),
    );
  const entryOf = (state: 'started' | 'ended', at: Date) => ({
    id: '1-0',
    company,
    kind: 'remote_state' as const,
    seq: 0,
    data: { device, report: { session: id, state, at: at.getTime() } },
  });
  for (const [state, at] of [
    ['started', secondsAgo(8)],
    ['ended', secondsAgo(2)],
  ] as const) {
    await persistRemoteSessions(deps, [entryOf(state, at)]);
    const once = await read();
    expect(once).toMatchObject([{ seenAt: at, endedAt: state === 'ended' ? at : null }]);
    await persistRemoteSessions(deps, [entryOf(state, at)]);
    expect(await read()).toEqual(once);
  }
  // A start that comes after the end begins nothing again.
  await persistRemoteSessions(deps, [entryOf('started', secondsAgo(1))]);
  expect(await read()).toMatchObject([{ seenAt: expect.any(Date) as unknown, endReason: 'agent' }]);
  expect(await ends()).toHaveLength(1);
});
