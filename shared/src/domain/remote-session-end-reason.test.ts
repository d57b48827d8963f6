import { expect, test } from 'vitest';
import { remoteSessionEndReason, type RemoteSessionTerms } from './remote-session-end-reason.ts';
import { noRights } from './rights-record.test-support.ts';

const at = new Date('2026-03-01T12:00:00Z');
const [before, after] = [new Date(at.getTime() - 1), new Date(at.getTime() + 1)];

type User = NonNullable<RemoteSessionTerms['user']>;
const user: User = {
  active: true,
  isTemporary: false,
  validUntil: null,
  useApproval: 0,
  rights: { ...noRights, auth_remotecontrol: 1, auth_filemanager: 1 },
};
const terms: RemoteSessionTerms = {
  type: 'rc',
  isWindowBound: false,
  endsAt: null,
  isRevoked: false,
  user,
  device: { approval: 1, disable_filetransfer: 0 },
  isInWindow: false,
  forbidsFiles: false,
};
const loss = (change: Partial<RemoteSessionTerms>, ofUser: Partial<User> = {}) =>
  remoteSessionEndReason({ ...terms, user: { ...user, ...ofUser }, ...change }, at);

test('[REMOTE-2] a session goes on while right, sight and window last', () => {
  expect(loss({})).toBeNull();
  expect(loss({ type: 'ft' })).toBeNull();
  expect(loss({ isWindowBound: true, isInWindow: true, endsAt: before })).toBeNull();
  expect(loss({ isInWindow: true }, { useApproval: 1 })).toBeNull();
});

test.each([
  ['a revoked session of the console', loss({ isRevoked: true })],
  ['a user who was deleted', loss({ user: null })],
  ['a user who was deactivated', loss({}, { active: false })],
  ['a right that was taken back', loss({}, { rights: noRights })],
  ['a device out of sight', loss({ device: null })],
  ['a device that is not approved', loss({ device: { approval: 0, disable_filetransfer: 0 } })],
  ['files that the company forbids', loss({ type: 'ft', forbidsFiles: true })],
  ['files that the device forbids', loss({ type: 'ft', device: { approval: 1, disable_filetransfer: 1 } })],
  ['windows since the session began', loss({}, { useApproval: 1 })],
])('[REMOTE-2] %s ends a session by policy', (_what, reason) => expect(reason).toBe('policy'));

test('[REMOTE-2] files that are forbidden end no remote control', () => {
  expect(loss({ forbidsFiles: true, device: { approval: 1, disable_filetransfer: 1 } })).toBeNull();
});

test('[REMOTE-5] outside its window a session ends as withdrawn before its end, and by the window at it', () => {
  expect(loss({ isWindowBound: true, endsAt: after })).toBe('withdrawn');
  expect(loss({ isWindowBound: true, endsAt: at })).toBe('window');
  expect(loss({ isWindowBound: true, endsAt: at, device: { approval: 0, disable_filetransfer: 0 } })).toBe('policy');
});

test('[REMOTE-5] the account of a ticket ends with its time, or as withdrawn when the ticket was ended', () => {
  expect(loss({}, { isTemporary: true, validUntil: at })).toBe('window');
  expect(loss({}, { isTemporary: true, validUntil: at, active: false })).toBe('withdrawn');
  expect(loss({}, { isTemporary: true, validUntil: after })).toBeNull();
});
