import { expect, test } from 'vitest';
import { help, parseConfig } from './config.ts';
import { noCounts } from './counters.ts';
import { scenarioNames } from './scenarios/scenarios.ts';
import { showStatus, statusOf } from './status-line.ts';

const needed = ['--server', 'http://x/', '--enrol', 't'];

test('what is left out has a sensible value', () => {
  expect(parseConfig(needed, {})).toEqual({
    count: 50,
    server: 'http://x',
    enrolToken: 't',
    seed: 1,
    rate: 200,
    stateFolder: undefined,
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
])('%o is refused in one line', (args, message) => {
  expect(() => parseConfig(args, {})).toThrow(message);
});

test('the help explains every scenario', () => {
  for (const name of scenarioNames) expect(help).toContain(`${name} `);
});

test('the status tells numbers and rates', () => {
  const before = { ...noCounts(), samples: 100 };
  const now = { ...noCounts(), connected: 5, samples: 300, frames: 20 };
  expect(statusOf(now, before, 10)).toBe(
    'connected 5  waiting 0  off 0  samples 20/s  frames 2/s  commands 0  disconnects 0  errors 0',
  );
});

test('without a terminal nothing is overwritten', () => {
  const written: string[] = [];
  showStatus(noCounts(), { write: (text) => written.push(text) })[Symbol.dispose]();
  expect(written).toEqual([]);
});
