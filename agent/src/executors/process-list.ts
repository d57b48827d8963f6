import type { Executor } from './executor.ts';

export const processList: Executor<'process_list'> = {
  start: (_args, { reports }) => ({
    state: 'accepted',
    run: async () => ({ state: 'done', result: await reports.sendProcesses() }),
  }),
};
