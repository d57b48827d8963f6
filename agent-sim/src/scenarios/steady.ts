import type { Scenario } from './scenario.ts';

export const steady: Scenario = {
  summary: 'machines work and stay connected',
  play: () => ({ [Symbol.dispose]: () => undefined }),
};
