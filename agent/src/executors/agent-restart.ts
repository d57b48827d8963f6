import type { Executor } from './executor.ts';

export const agentRestart: Executor<'agent_restart'> = {
  start: (_args, { life }) => ({
    state: 'accepted',
    async run(running) {
      running.report({});
      await running.delivered();
      life.restart();
      return { state: 'pending' };
    },
  }),
  resume: () => ({ state: 'done' }),
};
