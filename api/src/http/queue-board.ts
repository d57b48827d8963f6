import { Problem } from '@vigil/shared/contract/problems';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { sendProblem } from './problems.ts';
import { isSameSecret } from './same-secret.ts';

const QUEUE_BOARD = '/ops/queues';

/** Whether a Basic `Authorization` header carries the operator's token as its password. */
function isOperator(header: string | undefined, token: string): boolean {
  if (!header?.startsWith('Basic ')) return false;
  const [, password = ''] = Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8').split(/:(.*)/s);
  return isSameSecret(password, token);
}

/** The board of the queues, for the operator of the service; without OPERATOR_TOKEN it does not exist. */
export async function registerQueueBoard(app: FastifyInstance, { config, queues }: Deps): Promise<void> {
  const token = config.OPERATOR_TOKEN;
  if (token === undefined) return;

  // Loaded only where it is used: it costs several megabytes.
  const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/fastify'),
  ]);
  const board = new FastifyAdapter();
  createBullBoard({ queues: queues.all().map((queue) => new BullMQAdapter(queue)), serverAdapter: board });
  board.setBasePath(QUEUE_BOARD);
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (isOperator(request.headers.authorization, token)) return;
      void reply.header('www-authenticate', 'Basic realm="Vigil operators"');
      // Answered here: the board has an error handler of its own.
      return sendProblem(new Problem('no_session'), request, reply);
    });
    await scope.register(board.registerPlugin(), { prefix: QUEUE_BOARD });
  });
}
