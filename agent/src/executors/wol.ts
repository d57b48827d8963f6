import type { Executor } from './executor.ts';

export const wol: Executor<'wol'> = {
  start: ({ mac_addr }, { host }) => ({
    state: 'accepted',
    async run() {
      await host.wake(mac_addr);
      return { state: 'done' };
    },
  }),
};
