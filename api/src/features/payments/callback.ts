import { createHash } from 'node:crypto';
import { publicAccess } from '@vigil/shared/contract/access';
import { Problem } from '@vigil/shared/contract/problems';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { applyNotification } from '../../payments/apply-notification.ts';
import { callbackPath } from '../../payments/providers/callback-path.ts';
import type { PaymentProvider } from '../../payments/providers/provider.ts';

/**
 * Where the provider reports what became of a payment. It needs no session: the provider signs the bytes of the body,
 * which are therefore left as they are. What is refused is logged, because money may have been paid.
 */
export function registerPaymentCallback(app: FastifyInstance, deps: Deps, provider: PaymentProvider): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(callbackPath(provider.name), { config: { access: publicAccess } }, async ({ headers, body }) => {
      const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      try {
        const notification = provider.readNotification({ headers, body: raw });
        const state = await applyNotification(deps, { provider: provider.name, notification });
        return { status: 200, objects: { state } };
      } catch (cause) {
        if (cause instanceof Problem) {
          const digest = createHash('sha256').update(raw).digest('hex').slice(0, 16);
          deps.log.warn({ code: cause.code, provider: provider.name, digest }, 'notification of a payment refused');
        }
        throw cause;
      }
    });
  });
}
