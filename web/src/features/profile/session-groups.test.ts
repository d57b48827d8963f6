import { SessionRow } from '@vigil/shared/contract/http/sessions';
import { expect, test } from 'vitest';
import { groupSessions } from './session-groups.ts';

let made = 0;
const session = (own: Partial<SessionRow> = {}): SessionRow =>
  SessionRow.parse({
    id: `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`,
    current: false,
    ip: '10.0.0.1',
    network: 'private',
    user_agent: '',
    browser: 'Chrome 140',
    dev_os_id: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    last_used_at: '2026-01-02T00:00:00.000Z',
    expires_at: '2026-01-03T00:00:00.000Z',
    ...own,
  });

test('equal sessions are one group, with the first sign-in and the last use', () => {
  const [group, ...others] = groupSessions([
    session({ created_at: '2026-01-01T05:00:00.000Z', last_used_at: '2026-01-02T05:00:00.000Z' }),
    session({ created_at: '2026-01-01T04:00:00.000Z', last_used_at: '2026-01-02T04:00:00.000Z' }),
  ]);
  expect(others).toEqual([]);
  expect(group?.ids).toHaveLength(2);
  expect(group).toMatchObject({ since: '2026-01-01T04:00:00.000Z', usedAt: '2026-01-02T05:00:00.000Z' });
});

test('another browser, system or address is another group; that of this page stands first and alone', () => {
  const groups = groupSessions([
    session(),
    session({ browser: 'Firefox 131' }),
    session({ dev_os_id: 3 }),
    session({ ip: '10.0.0.2', last_used_at: '2026-01-02T01:00:00.000Z' }),
    session({ current: true, last_used_at: '2026-01-01T01:00:00.000Z' }),
  ]);
  expect(groups.map(({ ids }) => ids.length)).toEqual([1, 1, 1, 1, 1]);
  expect(groups[0]?.current).toBe(true);
  expect(groups[1]?.ip).toBe('10.0.0.2');
});

test('a session without an access record is known by its user agent', () => {
  const user_agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/131.0';
  const [group] = groupSessions([session({ browser: '', dev_os_id: 0, user_agent })]);
  expect(group).toMatchObject({ browser: 'Firefox 131', os: 1 });
});
