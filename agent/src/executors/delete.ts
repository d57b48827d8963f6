import type { Executor } from './executor.ts';

export const forgetItself: Executor<'delete'> = {
  start: (_args, { life }) => ({ state: 'done', afterwards: () => life.forget() }),
};
