import type { AgentObserver } from '@vigil/agent/observer';

/** What a fleet has done since it started; `connected` and `waiting` are the present numbers. */
export interface Counters {
  enrolled: number;
  connected: number;
  /** Switched on and not connected. */
  waiting: number;
  /** Switched off by a command, deleted, or superseded. */
  off: number;
  samples: number;
  frames: number;
  frameBytes: number;
  commands: number;
  disconnects: number;
  errors: number;
}

export const noCounts = (): Counters => ({
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

/** One observer counts for all machines. */
export const countInto = (counters: Counters): AgentObserver => ({
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
  commandTaken: () => void (counters.commands += 1),
});
