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
