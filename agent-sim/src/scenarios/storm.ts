import { every } from '@vigil/agent/clock';
import { someOf, type Scenario } from './scenario.ts';

const EACH_MS = 60_000;
const FIRST_MS = 20_000;
const SHARE = 0.8;

export const storm: Scenario = {
  summary: 'each minute four of five machines lose their connection in the same moment',
  play: (stage) =>
    every(
      stage.clock,
      EACH_MS,
      () => {
        for (const machine of someOf(stage, SHARE)) machine.cut();
      },
      FIRST_MS,
    ),
};
