import type { AgentObserver } from '@vigil/agent/observer';

/** What a fleet has done since it started; `connected`, `waiting` and `off` are current numbers. */
export interface FleetCounters {
  enrolled: number;
  connected: number;
  /** Turned on and not connected. */
  waiting: number;
  /** Turned off or deleted. */
  off: number;
  samples: number;
  frames: number;
  frameBytes: number;
  commands: number;
  /** Remote sessions that are running. */
  sessions: number;
  disconnects: number;
  errors: number;
}

export const createCounters = (): FleetCounters => ({
  enrolled: 0,
  connected: 0,
  waiting: 0,
  off: 0,
  samples: 0,
  frames: 0,
  frameBytes: 0,
  commands: 0,
  sessions: 0,
  disconnects: 0,
  errors: 0,
});

/** One observer for all devices of a fleet. */
export const createCountingObserver = (counters: FleetCounters): AgentObserver => ({
  connected() {
    counters.connected += 1;
    counters.waiting -= 1;
  },
  disconnected() {
    counters.connected -= 1;
    counters.waiting += 1;
    counters.disconnects += 1;
  },
  sampleSent: () => void (counters.samples += 1),
  frameSent(bytes) {
    counters.frames += 1;
    counters.frameBytes += bytes;
  },
  commandReceived: () => void (counters.commands += 1),
  sessionStarted: () => void (counters.sessions += 1),
  sessionEnded: () => void (counters.sessions -= 1),
});
