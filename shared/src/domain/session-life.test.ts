import { expect, test } from 'vitest';
import {
  sessionEndIfUsed,
  sessionEndIfUnused,
  AUTO_LOGIN_MS,
  SESSION_IDLE_MS,
  type SessionOpenedBy,
  type SessionLimits,
} from './session-life.ts';

const MINUTE_MS = 60_000;
const none: SessionLimits = { idleTime: 0, idleSince: 0, sessionTime: 0 };
const lasting = { validUntil: null };
const opened = (kind: SessionOpenedBy, until: number) => ({ kind, createdAt: 0, usedAt: 0, until });

test.each<[SessionOpenedBy, Partial<SessionLimits>, number | null, number]>([
  ['password', {}, null, MINUTE_MS + SESSION_IDLE_MS],
  ['lasting', {}, null, AUTO_LOGIN_MS],
  ['invitation', {}, null, 5 * SESSION_IDLE_MS],
  ['password', { idleTime: 30 }, null, 31 * MINUTE_MS],
  ['lasting', { idleTime: 30 }, null, 31 * MINUTE_MS],
  ['invitation', { idleTime: 30 }, null, 5 * SESSION_IDLE_MS],
  ['password', { sessionTime: 10 }, null, 10 * MINUTE_MS],
  ['invitation', { sessionTime: 10 }, null, 10 * MINUTE_MS],
  ['ticket', {}, 7 * MINUTE_MS, 7 * MINUTE_MS],
])('a session by %s with the limits %j of an account until %s, used after a minute, ends at %i', (...given) => {
  const [kind, limits, validUntil, end] = given;
  const session = opened(kind, 5 * SESSION_IDLE_MS);
  expect(sessionEndIfUsed(session, { limits: { ...none, ...limits }, account: { validUntil } }, MINUTE_MS)).toBe(end);
});

test('a shorter idle time counts from when it was set, and a use counts from then on', () => {
  const limits = { ...none, idleTime: 10, idleSince: 60 * MINUTE_MS };
  const of = { limits, account: lasting };
  const session = opened('password', SESSION_IDLE_MS);
  expect(sessionEndIfUnused(session, of)).toBe(70 * MINUTE_MS);
  const used = { ...session, usedAt: 65 * MINUTE_MS, until: sessionEndIfUsed(session, of, 65 * MINUTE_MS) };
  expect(sessionEndIfUnused(used, of)).toBe(75 * MINUTE_MS);
});

test('a longer idle time counts from the next use', () => {
  const session = opened('password', 10 * MINUTE_MS);
  expect(sessionEndIfUnused(session, { limits: none, account: lasting })).toBe(10 * MINUTE_MS);
});
