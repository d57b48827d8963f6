import type { Executor } from './executor.ts';

export const deleteDevice: Executor<'delete'> = {
  start: (_args, { lifecycle }) => ({ state: 'done', afterAnswer: () => lifecycle.removeDevice() }),
};
