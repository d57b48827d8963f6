import type { AgentObserver } from '@vigil/agent/observer';

/** What a fleet has done since it started; `connected`, `waiting` and `off` are current numbers. */
export interface Counters {
  enrolled: number;
  connected: number;
  /** Turned on and not connected. */
  waiting: number;
  /** Turned off, deleted, or superseded. */
  off: number;
  samples: number;
  frames: number;
  frameBytes: number;
  commands: number;
  disconnects: number;
  errors: number;
}

export const createCounters = (): Counters => ({
  enrolled: 0,
  connected: 0,
  waiting: 0,
  off: 0,
  samples: 0,
  frames: 0,
  frameBytes: 0,
  commands: 0,
  disconnects: 0,
  errors: 0,
});

/** One observer for all devices of a fleet. */
export const createCountingObserver = (counters: Counters): AgentObserver => ({
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
});
