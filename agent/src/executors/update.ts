import { refuse, type Executor } from './executor.ts';

export const update: Executor<'update'> = {
  start({ version }, { updater, reports }) {
    if (updater === null) return refuse('unsupported_command', 'this agent has no update channel');
    return {
      state: 'accepted',
      async run(running) {
        const installed = await updater(version, (percent) => running.report({ percent }));
        await reports.sendAlive();
        return { state: 'done', result: installed };
      },
    };
  },
};
