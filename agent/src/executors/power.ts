import { failure, type Executor } from './executor.ts';

export const reboot: Executor<'reboot'> = {
  start(_args, { power }) {
    if (power === null) return failure('power_not_allowed');
    return {
      state: 'accepted',
      async run(context) {
        context.report({});
        await context.delivered();
        await power('reboot');
        return { state: 'pending' };
      },
    };
  },
  resume({ started }, { host }) {
    if (host.bootedAt() > started) return { state: 'done' };
    return failure('command_refused', 'the agent came back, but the device was not restarted');
  },
};

export const shutdown: Executor<'shutdown'> = {
  start(_args, { power }) {
    if (power === null) return failure('power_not_allowed');
    return {
      state: 'accepted',
      async run(context) {
        context.report({});
        // Afterwards the device is off and cannot report.
        context.finish({ state: 'done' });
        await context.delivered();
        await power('shutdown');
        return { state: 'pending' };
      },
    };
  },
};
