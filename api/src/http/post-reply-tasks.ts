import type { FastifyInstance } from 'fastify';

/** Runs work after the reply was sent, so that its duration does not show in the response time. */
export type RunAfterReply = (work: () => Promise<void>) => void;

/** Tasks that are running when the API stops are finished first. */
export function createPostReplyTasks(app: FastifyInstance): RunAfterReply {
  const underWay = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(underWay);
  });
  const finish = async (work: () => Promise<void>): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    await work();
  };
  return (work) => {
    const promise = finish(work)
      .catch((cause: unknown) => app.log.error({ err: cause }, 'post-reply task failed'))
      .finally(() => underWay.delete(promise));
    underWay.add(promise);
  };
}
