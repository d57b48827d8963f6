import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { operator } from '@vigil/shared/contract/access';
import { Problem } from '@vigil/shared/contract/problems';
import type { Deps } from '../deps.ts';
import { sendProblem } from './problems.ts';

const QUEUE_BOARD = '/ops/queues';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a Basic `Authorization` header carries the operator's token as its password. */
export function isOperator(header: string | undefined, token: string | undefined): boolean {
  if (token === undefined || !header?.startsWith('Basic ')) return false;
  const [, password = ''] = Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8').split(/:(.*)/s);
  return timingSafeEqual(digest(password), digest(token));
}

/** Pages for the operator of the service; without OPERATOR_TOKEN they do not exist. */
export async function registerOperators(app: FastifyInstance, { config, queues }: Deps): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.access?.kind !== 'operator') return;
    if (isOperator(request.headers.authorization, config.OPERATOR_TOKEN)) return;
    void reply.header('www-authenticate', 'Basic realm="Vigil operators"');
    // Answered here: the board has an error handler of its own.
    return sendProblem(new Problem('no_session'), request, reply);
  });
  if (config.OPERATOR_TOKEN === undefined) return;

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
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: operator };
    });
    await scope.register(board.registerPlugin(), { prefix: QUEUE_BOARD });
  });
}
