import { failure, type Executor } from './executor.ts';

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

export const update: Executor<'update'> = {
  start({ version }, { updater, lifecycle }) {
    if (updater === null) return failure('unsupported_command', 'this agent has no update channel');
    return {
      state: 'accepted',
      async run(context) {
        const installed = await updater(version, (percent) => context.report({ percent }));
        context.finish({ state: 'done', result: installed });
        await context.delivered();
        lifecycle.restart();
        return { state: 'pending' };
      },
    };
  },
};

export const deleteDevice: Executor<'delete'> = {
  start: (_args, { lifecycle }) => ({ state: 'done', afterAnswer: () => lifecycle.removeDevice() }),
};
