import { every, type Clock } from '@vigil/agent/clock';
import type { SimulatedDevice } from './simulated-device.ts';

/** The part of a fleet that scenarios act on. */
export interface ScenarioContext {
  readonly devices: readonly SimulatedDevice[];
  readonly clock: Clock;
  readonly random: () => number;
}

export interface Scenario {
  /** One line for `--help`. */
  summary: string;
  /** Runs until disposed. */
  run(context: ScenarioContext): Disposable;
}

/** A different random subset at each call. */
const randomSubset = ({ devices, random }: ScenarioContext, share: number): SimulatedDevice[] =>
  devices.filter(() => random() < share);

/** The same devices at each call. */
const fixedSubset = ({ devices }: ScenarioContext, share: number): SimulatedDevice[] => {
  const step = Math.max(1, Math.round(1 / share));
  return devices.filter(({ index }) => index % step === 0);
};

const steady: Scenario = {
  summary: 'devices work and stay connected',
  run: () => ({ [Symbol.dispose]: () => undefined }),
};

const flapping: Scenario = {
  summary: 'every second one device in a hundred loses its connection and reconnects',
  run: (context) =>
    every(context.clock, 1_000, () => {
      for (const device of randomSubset(context, 0.01)) device.dropConnection();
    }),
};

const STORM = { everyMs: 60_000, firstMs: 20_000, share: 0.8 };

const storm: Scenario = {
  summary: 'every minute four of five devices lose their connection at the same time',
  run: (context) =>
    every(
      context.clock,
      STORM.everyMs,
      () => {
        for (const device of randomSubset(context, STORM.share)) device.dropConnection();
      },
      STORM.firstMs,
    ),
};

const OVERHEATING = { everyMs: 180_000, share: 0.1 };

const overheating: Scenario = {
  summary: 'one device in ten runs at full load and overheats, for three minutes of every six',
  run(context) {
    let isHot = false;
    const toggle = () => {
      isHot = !isHot;
      for (const { host } of fixedSubset(context, OVERHEATING.share)) {
        if (isHot) host.startStress();
        else host.endStress();
      }
    };
    toggle();
    return every(context.clock, OVERHEATING.everyMs, toggle);
  },
};

const SLOW = { everyMs: 4_000, share: 0.3, stallMs: { min: 300, max: 3_000 } };

const slow: Scenario = {
  summary: 'the network of three devices in ten stalls for up to three seconds, again and again',
  run(context) {
    const { clock, random } = context;
    const { min, max } = SLOW.stallMs;
    return every(clock, SLOW.everyMs, () => {
      for (const device of fixedSubset(context, SLOW.share)) {
        if (random() < 0.5 || !device.pause()) continue;
        clock.after(min + random() * (max - min), () => device.resume());
      }
    });
  },
};

const STUCK = { share: 0.1 };

const stuck: Scenario = {
  summary: 'one device in ten does not come back from a restart',
  run(context) {
    for (const device of fixedSubset(context, STUCK.share)) device.breakRestarts();
    return { [Symbol.dispose]: () => undefined };
  },
};

const BROKEN = { share: 0.1 };

const broken: Scenario = {
  summary: 'one device in ten returns from every new version of its agent',
  run(context) {
    for (const device of fixedSubset(context, BROKEN.share)) device.breakUpdates();
    return { [Symbol.dispose]: () => undefined };
  },
};

const LIVING = {
  /** Which devices of every so many. */
  off: { every: 12, first: 5 },
  hot: { every: 17, first: 3 },
  flapping: { every: 23, first: 9 },
  /** Long enough that the console shows usage of the devices before they go offline. */
  offAfterMs: 100_000,
  flapEveryMs: 90_000,
  /** Longer than the time for which a silent device still counts as online. */
  flapOffMs: 25_000,
} as const;

const living: Scenario = {
  summary: 'a few devices are off, a few overheat, and a few go and come back every other minute',
  run({ devices, clock }) {
    const chosen = ({ every: step, first }: { every: number; first: number }) =>
      devices.filter(({ index }) => index % step === first);
    for (const { host } of chosen(LIVING.hot)) host.startStress();
    const isOff = new Set(chosen(LIVING.off));
    const unsteady = chosen(LIVING.flapping).filter((device) => !isOff.has(device));
    const off = clock.after(LIVING.offAfterMs, () => {
      for (const device of isOff) device.turnOff();
    });
    const flaps = every(clock, LIVING.flapEveryMs, () => {
      for (const device of unsteady) {
        device.turnOff();
        clock.after(LIVING.flapOffMs, () => device.turnOn());
      }
    });
    return {
      [Symbol.dispose]() {
        off[Symbol.dispose]();
        flaps[Symbol.dispose]();
      },
    };
  },
};

export const scenarios = {
  steady,
  flapping,
  living,
  storm,
  overheating,
  slow,
  stuck,
  broken,
} as const satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as ScenarioName[];
