import type { Executor } from './executor.ts';

export const information: Executor<'information'> = {
  start: (_args, { reports }) => ({
    state: 'accepted',
    async run() {
      await Promise.all([reports.sendAlive(), reports.sendInventory()]);
      return { state: 'done' };
    },
  }),
};

export const processList: Executor<'process_list'> = {
  start: (_args, { reports }) => ({
    state: 'accepted',
    run: async () => ({ state: 'done', result: await reports.sendProcesses() }),
  }),
};
