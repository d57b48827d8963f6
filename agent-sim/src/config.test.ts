import { expect, test } from 'vitest';
import { helpText, parseConfig } from './config.ts';
import { createCounters } from './counters.ts';
import { scenarioNames } from './scenarios.ts';
import { showStatus, formatStatus } from './status-line.ts';

const needed = ['--server', 'http://x/', '--enrol', 't'];

test('omitted settings have defaults', () => {
  expect(parseConfig(needed, {})).toEqual({
    count: 50,
    server: 'http://x',
    enrolToken: 't',
    seed: 1,
    rate: 200,
    stateFolder: undefined,
    transport: { allowPlainHttp: false, gateway: undefined },
    scenario: 'steady',
  });
});

test('flags win over the environment', () => {
  const env = { VIGIL_SIM_COUNT: '7', VIGIL_SIM_SCENARIO: 'storm' };
  expect(parseConfig([...needed, '--count', '9'], env)).toMatchObject({ count: 9, scenario: 'storm' });
});

test.each([
  [[], /--server/],
  [['--server', 'x', '--enrol', 't'], /--server/],
  [['--server', 'http://x'], /--enrol/],
  [[...needed, '--count', '0'], /--count/],
  [[...needed, '--rate', 'fast'], /--rate/],
  [[...needed, '--scenario', 'calm'], /steady, flapping/],
])('%o is refused with a one-line message', (args, message) => {
  expect(() => parseConfig(args, {})).toThrow(message);
});

test('the help text explains every scenario', () => {
  for (const name of scenarioNames) expect(helpText).toContain(`${name} `);
});

test('the status line shows numbers and rates', () => {
  const before = { ...createCounters(), samples: 100 };
  const now = { ...createCounters(), connected: 5, samples: 300, frames: 20 };
  expect(formatStatus(now, before, 10)).toBe(
    'connected 5  waiting 0  off 0  samples 20/s  frames 2/s  commands 0  sessions 0  disconnects 0  errors 0',
  );
});

test('without a terminal nothing is overwritten', () => {
  const written: string[] = [];
  showStatus(createCounters(), { write: (text) => written.push(text) })[Symbol.dispose]();
  expect(written).toEqual([]);
});
