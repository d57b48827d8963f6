import { refuse, type Executor } from './executor.ts';

export const reboot: Executor<'reboot'> = {
  start(_args, { power }) {
    if (power === null) return refuse('power_not_allowed');
    return {
      state: 'accepted',
      async run(running) {
        running.report({});
        await running.delivered();
        await power('reboot');
        return { state: 'pending' };
      },
    };
  },
  resume({ started }, { host }) {
    if (host.bootedAt() > started) return { state: 'done' };
    return refuse('command_refused', 'the agent came back, but the machine was not restarted');
  },
};
