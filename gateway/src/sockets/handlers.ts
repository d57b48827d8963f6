import type { AnyEventDefinition, AckAnswer, PayloadOf } from '@vigil/shared/contract/event';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { Problem, type ProblemCode } from '@vigil/shared/contract/problems';
import { isStorable } from '@vigil/shared/domain/storable';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import type { Socket } from 'socket.io';
import type { Deps } from '../deps.ts';

type Ack = (answer: unknown) => void;
export type EventHandler<E extends AnyEventDefinition> = (
  payload: PayloadOf<E>,
  bytes: Buffer,
) => Promise<AckAnswer<E>> | AckAnswer<E> | Promise<void> | void;

/** Limits how often a socket may send an event; 0 = accepted, else the milliseconds until it is accepted again. */
export interface EventBudget {
  take(event: string): number;
}

/** Replaces a payload that cannot be stored. It fits no schema, so that the payload is refused as malformed. */
const NOT_STORABLE = Symbol('not storable');

/**
 * Wraps every socket handler: validates the payload, calls the handler, acknowledges, maps errors. A malformed payload
 * is answered and counted; it never throws and never affects another socket.
 */
export function createSocketHandlers({ log, metrics }: Pick<Deps, 'log' | 'metrics'>) {
  const refused = metrics.counter('vigil_socket_messages_refused_total', 'Refused socket messages', ['event', 'code']);
  const received = metrics.counter('vigil_socket_messages_received_total', 'Socket messages received', ['event']);

  const refuse = (
    event: string,
    code: ProblemCode,
    ack: Ack | undefined,
    more: { message?: string | undefined; retry_after_ms?: number } = {},
  ) => {
    refused.inc({ event, code });
    ack?.({ ok: false, error: { code, ...more } });
  };

  /** Whether the event is over its budget; answers it then. */
  const isOverBudget = (event: string, budget: EventBudget, ack: Ack | undefined): boolean => {
    const retry_after_ms = budget.take(event);
    if (retry_after_ms > 0) refuse(event, 'too_many_requests', ack, { retry_after_ms });
    return retry_after_ms > 0;
  };

  const fail = (event: string, cause: unknown, ack: Ack | undefined) => {
    if (cause instanceof Problem) return refuse(event, cause.code, ack);
    warnOfRepeatedFailure(log, { cause, event, severity: 'error' }, 'socket handler failed');
    return refuse(event, 'internal', ack);
  };

  /** The handlers of one socket, whose messages take from its budget. */
  return ({ socket, budget }: { socket: Socket; budget: EventBudget }) => {
    const known = new Set<string>();
    /**
     * How many messages of each event were malformed: the first is logged at once, their number with the end of the
     * socket.
     */
    const malformed = new Map<string, number>();
    const { company, device } = socket.data as { readonly company?: CompanyPk; readonly device?: DevicePk };
    const sender = { company, device };
    const countMalformed = (event: string, field: string | undefined) => {
      const count = (malformed.get(event) ?? 0) + 1;
      malformed.set(event, count);
      if (count === 1) log.warn({ event, field, ...sender }, 'malformed message refused');
      if (malformed.size === 1 && count === 1)
        socket.once('disconnect', () =>
          log.warn({ counts: Object.fromEntries(malformed), ...sender }, 'malformed messages'),
        );
    };
    return {
      /** @param onOverBudget is called for each message that is dropped because the event is over its budget */
      on<E extends AnyEventDefinition>(event: E, handler: EventHandler<E>, onOverBudget?: () => void): void {
        known.add(event.name);
        const count = received.labels(event.name);
        socket.on(event.name, (...args: unknown[]) => {
          count.inc();
          const ack = typeof args.at(-1) === 'function' ? (args.pop() as Ack) : undefined;
          // Before validation, which is most of the work.
          if (isOverBudget(event.name, budget, ack)) return onOverBudget?.();
          const parsed = event.payload.safeParse(isStorable(args[0]) ? args[0] : NOT_STORABLE);
          const bytes = args[1];
          if (!parsed.success || (event.binary && !Buffer.isBuffer(bytes))) {
            const issue = parsed.success ? 'attachment missing' : parsed.error.issues[0];
            const message = typeof issue === 'string' ? issue : issue?.path.join('.');
            countMalformed(event.name, message);
            return refuse(event.name, 'malformed', ack, { message });
          }
          try {
            const answer = handler(parsed.data as PayloadOf<E>, bytes as Buffer);
            if (answer instanceof Promise) answer.then(ack, (cause: unknown) => fail(event.name, cause, ack));
            else ack?.(answer);
          } catch (cause) {
            fail(event.name, cause, ack);
          }
        });
      },
      /** Answers all other events with `unknown_event`. */
      refuseOthers(): void {
        socket.onAny((name: string, ...args: unknown[]) => {
          if (known.has(name)) return;
          const last = args.at(-1);
          const ack = typeof last === 'function' ? (last as Ack) : undefined;
          if (!isOverBudget('unknown', budget, ack)) refuse('unknown', 'unknown_event', ack);
        });
      },
    };
  };
}

export type SocketHandlerFactory = ReturnType<typeof createSocketHandlers>;
