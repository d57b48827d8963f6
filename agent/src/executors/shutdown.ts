import { refuse, type Executor } from './executor.ts';

export const shutdown: Executor<'shutdown'> = {
  start(_args, { power }) {
    if (power === null) return refuse('power_not_allowed');
    return {
      state: 'accepted',
      async run(running) {
        running.report({});
        // Nobody is there to say it afterwards.
        running.conclude({ state: 'done' });
        await running.delivered();
        await power('shutdown');
        return { state: 'pending' };
      },
    };
  },
};
