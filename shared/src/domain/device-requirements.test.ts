import { expect, test } from 'vitest';
import type { PolicyComplianceFacts } from '../contract/events/agent-up/policy-state.ts';
import { deviceRequirementResults, areRequirementResultsKnown, unmetDeviceRequirement } from './device-requirements.ts';

const none = { min_os_major: 0, min_os_minor: 0, vaccine: '' };
const found = (more: Partial<PolicyComplianceFacts>): PolicyComplianceFacts => ({
  os_version: null,
  vaccine: '',
  vaccine_running: null,
  stays_awake: null,
  ...more,
});
const windows = (os_version: string | null, demand: object) =>
  deviceRequirementResults({ ...none, ...demand }, 1, found({ os_version })).min_os;

test('the version of Windows is compared by both of its numbers', () => {
  const demand = { min_os_major: 6, min_os_minor: 2 };
  expect(['10.0.22631', '6.3.9600', '6.2.9200', '6.1.7601', '5.2'].map((version) => windows(version, demand))).toEqual([
    'met',
    'met',
    'met',
    'unmet',
    'unmet',
  ]);
  expect(windows('9.9', { min_os_major: 10, min_os_minor: 0 })).toBe('unmet');
});

test('a version that is not known is neither met nor unmet, and nothing is demanded of other systems', () => {
  const demand = { min_os_major: 10, min_os_minor: 0 };
  expect([null, 'Windows', ''].map((version) => windows(version, demand))).toEqual(['unknown', 'unknown', 'unknown']);
  expect(deviceRequirementResults({ ...none, ...demand }, 1, null).min_os).toBe('unknown');
  expect(deviceRequirementResults({ ...none, ...demand }, 2, found({ os_version: '5.15' })).min_os).toBe('none');
  expect(windows('5.0', {})).toBe('none');
});

test('a program that was looked for under another name says nothing about the demanded one', () => {
  const state = found({ vaccine: 'avira', vaccine_running: true });
  const vaccine = (name: string) => deviceRequirementResults({ ...none, vaccine: name }, 2, state).vaccine;
  expect([vaccine('avira'), vaccine('defender'), vaccine('')]).toEqual(['met', 'unknown', 'none']);
  const stopped = deviceRequirementResults({ ...none, vaccine: 'avira' }, 2, { ...state, vaccine_running: false });
  expect([stopped.vaccine, unmetDeviceRequirement(stopped), areRequirementResultsKnown(stopped)]).toEqual([
    'unmet',
    'vaccine',
    true,
  ]);
  const unknown = deviceRequirementResults({ ...none, vaccine: 'defender' }, 2, state);
  expect([unmetDeviceRequirement(unknown), areRequirementResultsKnown(unknown)]).toEqual([null, false]);
});
