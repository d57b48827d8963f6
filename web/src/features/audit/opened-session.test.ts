import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { Audit } from '@vigil/shared/contract/http/audits';
import type { RunningRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import { expect, test } from 'vitest';
import { openedSessionOf } from './opened-session.ts';

const entry = { act_name_id: auditCode.remoteOpened, member_pk: 4, act_time: '2026-03-01T09:00:00.400Z' } as Audit;
const running = (id: string, start_time: string, user_pk = 4) => ({ id, start_time, user_pk }) as RunningRemoteSession;

test('an opening is matched with the session that its user opened then', () => {
  const sessions = [
    running('earlier', '2026-03-01T08:59:55.000Z'),
    running('this', '2026-03-01T09:00:00.390Z'),
    running('of another user', '2026-03-01T09:00:00.400Z', 5),
  ];
  expect(openedSessionOf(entry, sessions)?.id).toBe('this');
});

test('the end of a session, and an opening whose session has ended, match none', () => {
  const sessions = [running('later', '2026-03-01T10:00:00.000Z')];
  expect(openedSessionOf(entry, sessions)).toBeNull();
  const ended = { ...entry, act_name_id: auditCode.remoteEnded };
  expect(openedSessionOf(ended, [running('this', entry.act_time)])).toBeNull();
});
