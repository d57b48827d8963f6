import { failure, type Executor } from './executor.ts';

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
