import { every } from '@vigil/agent/clock';
import { alwaysThese, type Scenario } from './scenario.ts';

const SHARE = 0.3;
const EACH_MS = 4_000;
const STALL_MS = { min: 300, max: 3_000 };

export const slow: Scenario = {
  summary: 'the network of three machines in ten stalls for up to three seconds, again and again',
  play(stage) {
    const { clock, random } = stage;
    return every(clock, EACH_MS, () => {
      for (const machine of alwaysThese(stage, SHARE)) {
        if (random() < 0.5 || !machine.pause()) continue;
        clock.after(STALL_MS.min + random() * (STALL_MS.max - STALL_MS.min), () => machine.resume());
      }
    });
  },
};
