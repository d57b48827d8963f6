import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';
import { DailyAgentRestart } from './daily-agent-restart.ts';
import type { RestartObstacle } from './idle-restarter.ts';
import { silentLog } from './log.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date(2026, 4, 4, 12, 0));
});
afterEach(() => void vi.useRealTimers());

function started(restartHour: number | null, guid: string = randomUUID()) {
  const settings = { current: { restartHour } };
  const restarts: { obstacle: RestartObstacle | null } = { obstacle: null };
  const times: Date[] = [];
  const restart = () => void times.push(new Date());
  const scheduled = new DailyAgentRestart({
    clock: systemClock,
    settings,
    restarts,
    guid: () => guid,
    restart,
    log: silentLog,
  });
  scheduled.schedule();
  return { settings, restarts, times, scheduled };
}

test('an agent restarts in its hour of the local day, and not within 20 hours of its start', () => {
  const { times } = started(3);
  vi.advanceTimersByTime(16 * HOUR_MS);
  expect(times).toEqual([]);
  vi.advanceTimersByTime(24 * HOUR_MS);
  expect(times[0]?.getHours()).toBe(3);
  expect(times[0]?.getDate()).toBe(6);
});

test('devices restart in different minutes of the hour, each always in the same', () => {
  const first = (guid: string) => {
    vi.setSystemTime(new Date(2026, 4, 4, 12, 0));
    const { times, scheduled } = started(11, guid);
    vi.advanceTimersByTime(24 * HOUR_MS);
    scheduled[Symbol.dispose]();
    return times[0]?.getMinutes();
  };
  const guids = Array.from({ length: 20 }, () => randomUUID());
  const minutes = guids.map(first);
  expect(guids.map(first)).toEqual(minutes);
  expect(new Set(minutes).size).toBeGreaterThan(5);
});

test.each(['device_in_use', 'install_running'] as const)(
  'what runs (%s) puts the restart off; an hour that is taken back ends it',
  (obstacle) => {
    const { restarts, times, settings, scheduled } = started(10);
    restarts.obstacle = obstacle;
    vi.advanceTimersByTime(23 * HOUR_MS);
    expect(times).toEqual([]);
    restarts.obstacle = null;
    settings.current.restartHour = null;
    scheduled.schedule();
    vi.advanceTimersByTime(48 * HOUR_MS);
    expect(times).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  },
);

test('on the night of the clock change, an hour that does not exist is the next one', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  try {
    // The clocks go from 2 to 3 on March 29th.
    vi.setSystemTime(new Date(2026, 2, 28, 4, 0));
    const { times, scheduled } = started(2);
    vi.advanceTimersByTime(24 * HOUR_MS);
    expect(times[0]?.getDate()).toBe(29);
    expect(times[0]?.getHours()).toBe(3);
    scheduled[Symbol.dispose]();
  } finally {
    vi.unstubAllEnvs();
  }
});
