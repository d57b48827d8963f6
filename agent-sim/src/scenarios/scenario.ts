import type { Clock } from '@vigil/agent/clock';
import type { SimulatedMachine } from '../machine.ts';

/** The part of a fleet that scenarios play with. */
export interface Stage {
  readonly machines: readonly SimulatedMachine[];
  readonly clock: Clock;
  readonly random: () => number;
}

export interface Scenario {
  /** One line for `--help`. */
  summary: string;
  /** Plays until disposed. */
  play(stage: Stage): Disposable;
}

/** Some of the machines, a different choice each time. */
export const someOf = ({ machines, random }: Stage, share: number): SimulatedMachine[] =>
  machines.filter(() => random() < share);

/** The first machines by a fixed share: the same ones as long as the fleet lives. */
export const alwaysThese = ({ machines }: Stage, share: number): SimulatedMachine[] => {
  const step = Math.max(1, Math.round(1 / share));
  return machines.filter(({ index }) => index % step === 0);
};
