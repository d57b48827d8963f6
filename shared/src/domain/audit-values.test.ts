import { expect, test } from 'vitest';
import { auditCode, auditCodes } from '../contract/audit-codes.ts';
import { listAudits } from '../contract/http/audits.ts';
import { languages, type Language } from '../contract/languages.ts';
import { permissionNames, ticketTransitionNames } from '../contract/names.ts';
import { DEFAULT_POLICIES, wireNameOf, type CompanyPolicies } from '../platform/policies.ts';
import { auditFieldLabels } from './audit-fields.ts';
import { auditValue } from './audit-values.ts';

/** The value as a reader with a clock of whole hours sees it. */
const valueFor = (code: number, value: string | null, language: Language) =>
  auditValue(code, value, {
    language,
    moment: (at) => `${at.slice(0, 13)}h`,
    period: (start, end) => `${start.slice(0, 13)}h to ${end.slice(11, 13)}h`,
  });

test.each([
  [auditCode.userChange, 'kim phone: 010', 'kim · Phone: 010'],
  [auditCode.userChange, 'kim phone: ', 'kim · Phone: –'],
  [auditCode.userChange, 'kim use_approval_function: 1', 'kim · Decides requests: On'],
  [auditCode.userChange, 'kim user_type: 6', 'kim · Role: Submanager'],
  [auditCode.userChange, 'kim refresh_interval: 30', 'kim · Usage interval: 30 s'],
  [auditCode.userChange, 'kim time_zone_id: 32', 'kim · Time zone: Asia/Seoul'],
  [auditCode.userChange, 'kim date_fmt_id: 2', 'kim · Date format: DD/MM/YYYY'],
  [auditCode.userChange, 'kim approver_fk: 0', 'kim · Approver: none'],
  [auditCode.userChange, 'kim name: Lee: the second', 'kim · Name: Lee: the second'],
  [auditCode.permission, 'kim CSRestart: 0', 'kim · Restart agents: Off'],
  [auditCode.passwordReset, 'kim password: reset', 'kim · Password: Reset'],
  [auditCode.policyChange, 'idle_time: 30', 'Idle time: 30 min'],
  [auditCode.policyChange, 'block: 1', 'Listed addresses: Blocked'],
  [auditCode.groupChanged, 'HQ/Floor 2 manager_phone: 010', 'HQ/Floor 2 · Manager’s phone: 010'],
  [auditCode.groupChanged, 'HQ flag_confirm: 1', 'HQ · New devices wait for approval: On'],
  [auditCode.valueChange, 'disable_filetransfer: 1', 'File transfer forbidden: On'],
  [auditCode.valueChange, '12', '12'],
  [auditCode.alertThreshold, 'HQ/Floor 2 IW2: 90', 'HQ/Floor 2 · CPU usage: 90'],
  [auditCode.ticketRequested, '#12 request: from – to', '#12 · requested: from – to'],
  [auditCode.ticketDecided, '#12 terminate: from – to', '#12 · ended early: from – to'],
  [auditCode.ticketDecided, 'kim@vigil.test', 'kim@vigil.test'],
  [auditCode.exported, 'auditTable', 'Audit'],
  [auditCode.configuration, '{"group":"HQ","config":null}', 'Group: HQ · Configuration: –'],
  [
    auditCode.application,
    '{"name":"App","version":"2","flag_install":1}',
    'Name: App · Version: 2 · Offered for installation: On',
  ],
])('of action %i, %j is shown as %j', (code, stored, shown) => {
  expect(valueFor(code, stored, 'en')).toBe(shown);
});

test.each([
  [auditCode.accessRequested, '2026-05-01T09:00:00.000Z – 2026-05-01T12:00:00.000Z', '2026-05-01T09h to 12h'],
  [auditCode.accessApproved, '2026-05-01T09:00:00.000Z – 2026-05-01T12:00:00.000Z *', '2026-05-01T09h to 12h *'],
  [auditCode.accessWithdrawn, '2026-05-01T09:00:00.000Z – 2026-05-01T12:00:00.000Z', '2026-05-01T09h to 12h'],
  [auditCode.accessApproved, 'kim', 'kim'],
  [
    auditCode.ticketDecided,
    '#12 approve: 2026-05-01T09:00:00.000Z – 2026-05-01T12:00:00.000Z',
    '#12 · approved: 2026-05-01T09h to 12h',
  ],
  [auditCode.companyDeletion, '2026-05-01T09:00:00.000Z', '2026-05-01T09h'],
  [auditCode.historyDeleted, '{"before":"2026-05-01T09:00:00.000Z"}', 'Before: 2026-05-01T09h'],
])('the times of action %i, %j, are those of the clock of the reader', (code, stored, shown) => {
  expect(valueFor(code, stored, 'en')).toBe(shown);
});

test('field names and values are in the language of the viewer', () => {
  expect(valueFor(auditCode.userChange, 'kim use_approval_function: 1', 'ko')).toBe('kim · 요청 승인 권한: 켜짐');
  expect(valueFor(auditCode.policyChange, 'idle_time: 30', 'ja')).toBe('無操作時間: 30分');
});

test('a move of a ticket is named in the language of the viewer', () => {
  const named = ticketTransitionNames.map((move) => valueFor(auditCode.ticketDecided, `#7 ${move}: x`, 'ko'));
  expect(new Set(named).size).toBe(ticketTransitionNames.length);
  for (const text of named) expect(text).toMatch(/^#7 · [^a-z]+: x$/u);
  expect(valueFor(auditCode.ticketDecided, '#7 approve: x', 'ja')).toBe('#7 · 承認: x');
  expect(valueFor(auditCode.ticketDecided, '#7 constructor: x', 'en')).toBe('#7 · constructor: x');
});

test('how a consent was answered, and that a session ended for it, is named apart', () => {
  const ends = ['declined', 'unanswered', 'refused'].map((end_reason) =>
    valueFor(auditCode.remoteEnded, JSON.stringify({ end_reason }), 'en'),
  );
  expect(ends).toEqual([
    'Reason: The person at the device refused',
    'Reason: Nobody at the device answered',
    'Reason: Refused at the device, or not answered',
  ]);
  for (const language of languages) {
    const stored = ['consentGiven', 'consentDeclined', 'consentUnanswered'];
    const words = stored.map((value) => valueFor(auditCode.remoteConsent, value, language));
    expect(new Set([...words, ...stored]).size).toBe(6);
  }
});

test('what this version does not know stays readable', () => {
  expect(valueFor(auditCode.userChange, 'kim shoe_size: 43', 'en')).toBe('kim · shoe size: 43');
  expect(valueFor(auditCode.userChange, 'kim constructor: 1', 'en')).toBe('kim · constructor: 1');
  expect(valueFor(auditCode.userChange, 'kim user_type: 9', 'en')).toBe('kim · Role: 9');
  expect(valueFor(auditCode.configuration, '{broken', 'en')).toBe('{broken');
  expect(valueFor(999, 'kim phone: 010', 'en')).toBe('kim phone: 010');
});

test('names and texts that people typed are never translated', () => {
  for (const text of ['phone: 010', 'kim name: x', '{"name":"x"}', 'reset'])
    expect(valueFor(auditCode.rename, text, 'ko')).toBe(text);
  expect(valueFor(auditCode.memo, null, 'ko')).toBeNull();
});

test('every action can be chosen in the filter of the list', () => {
  for (const q of auditCodes) expect(listAudits.query.parse({ q }).q).toBe(q);
});

test('every permission and policy has a name in each language', () => {
  const policies = (Object.keys(DEFAULT_POLICIES) as (keyof CompanyPolicies)[]).map(wireNameOf);
  for (const name of [...permissionNames, ...policies])
    for (const language of languages) expect([name, auditFieldLabels[name]?.names[language]]).not.toContain(undefined);
});
