/** A range of durations in milliseconds; each use draws one at random. */
export interface DurationRange {
  readonly min: number;
  readonly max: number;
}

/** How long simulated devices take. */
export interface DeviceTimes {
  /** From the restart command until the agent is back. */
  readonly reboot: DurationRange;
  readonly agentRestart: DurationRange;
  /** From the Wake-on-LAN packet until the agent starts. */
  readonly wake: DurationRange;
  /** Between two reports of the progress of an update or an installation, in milliseconds. */
  readonly updateStepMs: number;
  readonly installStepMs: number;
}

/** Like those of real devices, but shorter. */
export const DEFAULT_DEVICE_TIMES: DeviceTimes = {
  reboot: { min: 8_000, max: 20_000 },
  agentRestart: { min: 1_000, max: 3_000 },
  wake: { min: 4_000, max: 10_000 },
  updateStepMs: 700,
  installStepMs: 600,
};
