import { expect, test } from 'vitest';
import { commandStates } from '../contract/names.ts';
import {
  commandEffects,
  finalCommandStates,
  isFinalCommandState,
  isLaterCommandState,
  openCommandStates,
  predecessorStates,
  commandTypesWithEffect,
  isReportFinal,
  evaluateEffect,
  type CommandAwaitingEffect,
  type ObservedDevice,
} from './command-life.ts';

const AT = Date.UTC(2026, 0, 1);
const before = { boot_id: 'boot 1', agent_start_id: 'start 1', cs_ver: '1.0.0' };
const command = (more: Partial<CommandAwaitingEffect> = {}): CommandAwaitingEffect => ({
  before,
  sentAt: AT,
  acceptedAt: AT,
  ...more,
});
const device = (more: Partial<ObservedDevice> = {}): ObservedDevice => ({
  ...before,
  offlineSince: null,
  reportedAt: AT + 500,
  ...more,
});
const offline = (afterMs: number) => device({ offlineSince: AT + afterMs });

type Row = [
  string,
  keyof typeof commandEffects,
  ObservedDevice | null,
  number,
  string,
  Partial<CommandAwaitingEffect>?,
];

test.each<Row>([
  ['the same boot', 'reboot', device(), 1_000, 'unknown'],
  ['only another start of the agent', 'reboot', device({ agent_start_id: 'start 2' }), 1_000, 'unknown'],
  ['offline', 'reboot', offline(500), 60_000, 'unknown'],
  ['another boot', 'reboot', device({ boot_id: 'boot 2' }), 1_000, 'seen'],
  [
    'another boot, reported before the command',
    'reboot',
    device({ boot_id: 'boot 0', reportedAt: AT - 9_000 }),
    1_000,
    'unknown',
  ],
  ['no boot any more', 'reboot', device({ boot_id: null }), 1_000, 'unknown'],
  ['the same boot until the deadline', 'reboot', device(), 15 * 60_000, 'missed'],
  ['another boot at the deadline', 'reboot', device({ boot_id: 'boot 2' }), 15 * 60_000, 'seen'],
  ['still connected', 'shutdown', device(), 60_000, 'unknown'],
  ['offline for a moment', 'shutdown', offline(2_000), 4_000, 'unknown'],
  ['offline for less than half a minute', 'shutdown', offline(2_000), 31_999, 'unknown'],
  ['offline', 'shutdown', offline(2_000), 32_000, 'seen'],
  ['offline for a moment at the deadline', 'shutdown', offline(5 * 60_000 - 9_000), 5 * 60_000, 'unknown'],
  ['offline since just before the deadline', 'shutdown', offline(5 * 60_000 - 9_000), 5 * 60_000 + 21_000, 'seen'],
  ['offline since before the command', 'shutdown', offline(-9_000), 60_000, 'unknown'],
  ['back after it was off', 'shutdown', device({ boot_id: 'boot 2' }), 60_000, 'seen'],
  ['connected until the deadline', 'shutdown', device(), 5 * 60_000, 'missed'],
  ['the same start', 'agent_restart', device(), 1_000, 'unknown'],
  ['another start', 'agent_restart', device({ agent_start_id: 'start 2' }), 1_000, 'seen'],
  ['the same start until the deadline', 'agent_restart', device(), 60_000, 'missed'],
  ['the same version', 'update', device(), 1_000, 'unknown'],
  ['another version', 'update', device({ cs_ver: '1.0.1' }), 1_000, 'seen'],
  ['the same version until the deadline', 'update', device(), 15 * 60_000, 'missed'],
  ['its row is gone', 'reboot', null, 500, 'unknown'],
])('[CMD-10] %s: %s', (_seen, type, observed, afterMs, verdict, more = {}) => {
  expect(evaluateEffect(type, { command: command(more), device: observed, now: AT + afterMs })).toBe(verdict);
});

test('[CMD-10] the deadlines are those of the design', () => {
  const minutes = Object.fromEntries(
    commandTypesWithEffect.map((type) => [type, commandEffects[type].withinMs / 60_000]),
  );
  expect(minutes).toEqual({ reboot: 15, shutdown: 5, agent_restart: 1, update: 15 });
});

test('[CMD-10] the word of an agent counts where servers see nothing: other types, and agents that name no ids', () => {
  expect(isReportFinal('information', before)).toBe(true);
  expect(commandTypesWithEffect.filter((type) => isReportFinal(type, before))).toEqual([]);
  expect(commandTypesWithEffect.filter((type) => isReportFinal(type, { cs_ver: '1.0.0' }))).toEqual([
    'reboot',
    'agent_restart',
  ]);
});

test('[CMD-1] every state is open or final, no state follows a final one, and none goes back', () => {
  expect([...openCommandStates, ...finalCommandStates]).toEqual(commandStates);
  for (const state of commandStates) {
    expect(predecessorStates[state].filter(isFinalCommandState)).toEqual([]);
    expect(predecessorStates[state].filter((earlier) => isLaterCommandState(earlier, state))).toEqual([]);
  }
  expect(commandStates.filter((state) => predecessorStates[state].includes(state))).toEqual(['running']);
});
