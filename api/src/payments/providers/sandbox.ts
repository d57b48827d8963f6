import { randomUUID } from 'node:crypto';
import { publicAccess } from '@vigil/shared/contract/access';
import { paymentMethods, soldLicenceTypes } from '@vigil/shared/contract/http/payments';
import { PaymentId } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { BANK_TRANSFER } from '@vigil/shared/domain/payments';
import type { KeyRing } from '@vigil/shared/platform/key-ring';
import { keyedHashes } from '@vigil/shared/platform/secret-box';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { languageOfAcceptHeader } from '../../http/problems.ts';
import { isSameSecret } from '../../http/same-secret.ts';
import { sandboxTexts } from '../../texts/sandbox-texts.ts';
import { callbackPath } from './callback-path.ts';
import { notifiedOutcomes, type NotifiedOutcome, type PaymentOrder, type PaymentProvider } from './provider.ts';
import { sandboxDeliveries, sandboxOutcomes } from './sandbox-choices.ts';
import { SANDBOX_CONTENT_SECURITY_POLICY, sandboxOrderPage, sandboxResultPage } from './sandbox-page.ts';
import { assertSigned, signNotification, SIGNATURE_HEADER } from './signature.ts';

const NAME = 'sandbox';
const WINDOW_PATH = `${API_BASE}/payments/window/${NAME}`;

const Notification = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/u),
  payment: PaymentId,
  outcome: z.enum(notifiedOutcomes),
  method: z.enum(paymentMethods),
  amount: z.int().nonnegative(),
});

const Order = z.object({
  id: PaymentId,
  amount: z.int(),
  type: z.enum(soldLicenceTypes),
  devices: z.int(),
  months: z.int(),
  method: z.enum(paymentMethods).nullable(),
});
const WindowQuery = z.object({ order: z.string().max(1_000), key: z.string().max(100) });
const Choice = z.object({
  method: z.enum(paymentMethods),
  outcome: z.enum(sandboxOutcomes),
  delivery: z.enum(sandboxDeliveries),
});
type Choice = z.infer<typeof Choice>;

/** Beyond what the receiver tolerates. */
const LATE_BY_MS = 600_000;

const outcomeOf = ({ outcome, method }: Choice): NotifiedOutcome => {
  if (outcome === 'failure') return 'failed';
  if (outcome === 'cancel') return 'cancelled';
  return method === BANK_TRANSFER ? 'pending' : 'paid';
};

const parsed = <T>(schema: z.ZodType<T>, value: unknown, field: string): T => {
  const result = schema.safeParse(value);
  if (!result.success) throw new Problem('malformed', { field });
  return result.data;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * A provider that moves no money, and says so: it serves its page itself, keeps nothing, and calls back over the same
 * path and with the same kind of signature as a real one.
 */
export function createSandboxProvider({ keyRing, now }: { keyRing: KeyRing; now: () => number }): PaymentProvider {
  const keysOf = (order: string) => keyedHashes(keyRing.secret, `payment-sandbox\n${order}`);

  /** @throws Problem `not_found` for an order that is not ours */
  const readOrder = ({ query }: FastifyRequest): PaymentOrder => {
    const { order, key } = WindowQuery.safeParse(query).data ?? { order: '', key: '' };
    if (!keysOf(order).some((one) => isSameSecret(key, one))) throw new Problem('not_found');
    return parsed(Order, jsonOf(Buffer.from(order, 'base64url').toString('utf8')), 'query.order');
  };

  const answer = (reply: FastifyReply, html: string) =>
    reply
      .header('content-security-policy', SANDBOX_CONTENT_SECURITY_POLICY)
      .type('text/html; charset=utf-8')
      .send(html);

  async function callBack(app: FastifyInstance, { id, amount }: PaymentOrder, choice: Choice): Promise<string | null> {
    const outcome = outcomeOf(choice);
    const body = JSON.stringify({ id: randomUUID(), payment: id, outcome, method: choice.method, amount });
    const signature = signNotification(keyRing.secret, body, now() - (choice.delivery === 'late' ? LATE_BY_MS : 0));
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature };
    const send = () => app.inject({ method: 'POST', url: callbackPath(NAME), headers, payload: body });
    const [first] = await Promise.all(choice.delivery === 'twice' ? [send(), send()] : [send()]);
    if (first?.statusCode === 200) return null;
    return first?.json<{ error?: { code?: string } }>().error?.code ?? '';
  }

  return {
    name: NAME,
    async open(order) {
      const text = Buffer.from(JSON.stringify(order)).toString('base64url');
      const search = new URLSearchParams({ order: text, key: keysOf(text)[0] });
      return { windowUrl: `${WINDOW_PATH}?${search.toString()}` };
    },
    readNotification(raw) {
      assertSigned(keyRing.secret, raw, now());
      return parsed(Notification, jsonOf(raw.body.toString('utf8')), 'body');
    },
    registerPages(app) {
      const config = { access: publicAccess };
      app.get(WINDOW_PATH, { config }, async (request, reply) =>
        answer(reply, sandboxOrderPage(readOrder(request), languageOfAcceptHeader(request))),
      );
      void app.register(async (scope) => {
        scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
          done(null, Object.fromEntries(new URLSearchParams(String(body)))),
        );
        scope.post(WINDOW_PATH, { config }, async (request, reply) => {
          const order = readOrder(request);
          const choice = parsed(Choice, request.body, 'body');
          const language = languageOfAcceptHeader(request);
          const { done, refused } = sandboxTexts[language];
          const code = await callBack(app, order, choice);
          return answer(
            reply,
            sandboxResultPage(code === null ? done[outcomeOf(choice)] : refused.replace('{code}', code), language),
          );
        });
      });
    },
  };
}
