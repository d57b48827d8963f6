import { failure, type Executor } from './executor.ts';

/** With the delivery before it and the start after it, less than the minute in which servers expect the new start (CMD-10). */
const WAIT_MS = 40_000;

export const agentRestart: Executor<'agent_restart'> = {
  start(_args, { lifecycle, sessions }) {
    // A restart would end the remote sessions with this device.
    if (sessions.running > 0) return failure('device_in_use');
    return {
      state: 'accepted',
      async run(context) {
        context.report({});
        await context.delivered();
        // Not those alone that ran before: a session or an installation may have begun meanwhile.
        const obstacle = await lifecycle.restart({ signal: AbortSignal.timeout(WAIT_MS) });
        return obstacle === null ? { state: 'pending' } : failure(obstacle);
      },
    };
  },
  resume: () => ({ state: 'done' }),
};
