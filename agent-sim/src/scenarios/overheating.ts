import { every } from '@vigil/agent/clock';
import { alwaysThese, type Scenario } from './scenario.ts';

const SHARE = 0.1;
const TURN_MS = 180_000;

export const overheating: Scenario = {
  summary: 'one machine in ten works at its limit and grows hot, for three minutes of every six',
  play(stage) {
    let hot = true;
    const strain = () => {
      for (const machine of alwaysThese(stage, SHARE)) machine.host.strain(hot);
      hot = !hot;
    };
    strain();
    return every(stage.clock, TURN_MS, strain);
  },
};
