import type { FastifyInstance } from 'fastify';

/** Does something once the answer is on its way, so that its time tells nobody anything. */
export type RunAfterReply = (work: () => Promise<void>) => void;

/** What is under way when the API stops is still finished. */
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
