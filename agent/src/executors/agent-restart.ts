import type { Executor } from './executor.ts';

export const agentRestart: Executor<'agent_restart'> = {
  start: (_args, { lifecycle }) => ({
    state: 'accepted',
    async run(context) {
      context.report({});
      await context.delivered();
      lifecycle.restart();
      return { state: 'pending' };
    },
  }),
  resume: () => ({ state: 'done' }),
};
