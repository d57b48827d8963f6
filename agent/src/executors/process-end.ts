import { failure, type Executor } from './executor.ts';

/** Ends the process that the user saw: a pid that meanwhile belongs to another program is left alone. */
export const processEnd: Executor<'process_end'> = {
  start({ pid, name }, { host, power, reports }) {
    if (power === null) return failure('power_not_allowed');
    return {
      state: 'accepted',
      async run() {
        const found = (await host.processes()).find((row) => row.pid === pid);
        if (found?.name !== name) return failure('process_gone');
        const end = await host.endProcess(pid);
        // Viewers see the list without it, and with what took its place.
        await reports.sendProcesses();
        if (end === 'protected') return failure('process_protected');
        return end === 'ended' ? { state: 'done', result: { pid, name } } : failure('process_not_ended');
      },
    };
  },
};
