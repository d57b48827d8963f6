import { every } from '@vigil/agent/clock';
import { someOf, type Scenario } from './scenario.ts';

const EACH_MS = 1_000;
const SHARE = 0.01;

export const flapping: Scenario = {
  summary: 'each second one machine in a hundred loses its connection and comes back',
  play: (stage) =>
    every(stage.clock, EACH_MS, () => {
      for (const machine of someOf(stage, SHARE)) machine.cut();
    }),
};
