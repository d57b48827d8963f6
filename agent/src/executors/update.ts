import { refuse, type Executor } from './executor.ts';

export const update: Executor<'update'> = {
  start({ version }, { updater, life }) {
    if (updater === null) return refuse('unsupported_command', 'this agent has no update channel');
    return {
      state: 'accepted',
      async run(running) {
        const installed = await updater(version, (percent) => running.report({ percent }));
        running.conclude({ state: 'done', result: installed });
        await running.delivered();
        life.restart();
        return { state: 'pending' };
      },
    };
  },
};
