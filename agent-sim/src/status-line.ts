import type { FleetCounters } from './counters.ts';

export interface StatusOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

const EACH_MS = { terminal: 1_000, plain: 10_000 };
const CLEAR_LINE = '\r\u001b[2K';

/** Shows the fleet's counters: as one line that is rewritten on a terminal, as a line every 10 s elsewhere. */
export function showStatus(counters: FleetCounters, output: StatusOutput): Disposable {
  const live = output.isTTY === true;
  const ms = live ? EACH_MS.terminal : EACH_MS.plain;
  let before = { ...counters };
  const timer = setInterval(() => {
    const line = formatStatus(counters, before, ms / 1_000);
    before = { ...counters };
    output.write(live ? `${CLEAR_LINE}${line}` : `${line}\n`);
  }, ms);
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      if (live) output.write('\n');
    },
  };
}

export function formatStatus(now: FleetCounters, before: FleetCounters, seconds: number): string {
  const rate = (key: 'samples' | 'frames') => Math.round((now[key] - before[key]) / seconds);
  return [
    `connected ${now.connected}`,
    `waiting ${now.waiting}`,
    `off ${now.off}`,
    `samples ${rate('samples')}/s`,
    `frames ${rate('frames')}/s`,
    `commands ${now.commands}`,
    `sessions ${now.sessions}`,
    `disconnects ${now.disconnects}`,
    `errors ${now.errors}`,
  ].join('  ');
}
