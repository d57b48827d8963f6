import type { Socket } from 'socket.io';
import type { AnySocketEvent, AckAnswer, PayloadOf } from '@vigil/shared/contract/event';
import { Problem, type ProblemCode } from '@vigil/shared/contract/problems';
import { isStorable } from '@vigil/shared/domain/storable';
import type { Deps } from '../deps.ts';

type Ack = (answer: unknown) => void;
type Handler<E extends AnySocketEvent> = (
  payload: PayloadOf<E>,
  bytes: Buffer,
) => Promise<AckAnswer<E>> | AckAnswer<E> | Promise<void> | void;

/** Fits no declaration: what carries a text that no store takes is refused here, before it is part of any batch. */
const NOT_STORABLE = Symbol('not storable');

export type Handlers = ReturnType<typeof createHandlers>;

/**
 * The one wrapper of socket messages: validate, call, answer, map errors. A bad payload is answered and counted;
 * it never throws further and never disturbs another socket.
 */
export function createHandlers({ log, metrics }: Pick<Deps, 'log' | 'metrics'>) {
  const refused = metrics.counter('vigil_socket_refused_total', 'Messages that were refused', ['event', 'code']);
  const received = metrics.counter('vigil_socket_messages_total', 'Messages received', ['event']);

  const refuse = (event: string, code: ProblemCode, ack: Ack | undefined, message?: string) => {
    refused.inc({ event, code });
    ack?.({ ok: false, error: { code, ...(message === undefined ? {} : { message }) } });
  };

  const fail = (event: string, cause: unknown, ack: Ack | undefined) => {
    if (cause instanceof Problem) return refuse(event, cause.code, ack);
    log.error({ err: cause, event }, 'a socket handler failed');
    return refuse(event, 'internal', ack);
  };

  return {
    on<E extends AnySocketEvent>(socket: Socket, event: E, handler: Handler<E>): void {
      const count = received.labels(event.name);
      socket.on(event.name, (...args: unknown[]) => {
        count.inc();
        const ack = typeof args.at(-1) === 'function' ? (args.pop() as Ack) : undefined;
        const parsed = event.payload.safeParse(isStorable(args[0]) ? args[0] : NOT_STORABLE);
        const bytes = args[1];
        if (!parsed.success || (event.binary && !Buffer.isBuffer(bytes))) {
          const issue = parsed.success ? 'the picture is missing' : parsed.error.issues[0];
          return refuse(event.name, 'malformed', ack, typeof issue === 'string' ? issue : issue?.path.join('.'));
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
    /** Answers whatever was not declared. */
    refuseUnknown(socket: Socket, known: Readonly<Record<string, AnySocketEvent>>): void {
      const names = new Set(Object.values(known).map((event) => event.name));
      socket.onAny((name: string, ...args: unknown[]) => {
        if (names.has(name)) return;
        const last = args.at(-1);
        refuse('unknown', 'unknown_event', typeof last === 'function' ? (last as Ack) : undefined);
      });
    },
  };
}
