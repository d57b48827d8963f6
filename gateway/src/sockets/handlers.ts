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

/** Replaces a payload that cannot be stored. It fits no schema, so that the payload is refused as malformed. */
const NOT_STORABLE = Symbol('not storable');

export type Handlers = ReturnType<typeof createHandlers>;

/**
 * Wraps every socket handler: validates the payload, calls the handler, acknowledges, maps errors. A malformed payload
 * is answered and counted; it never throws and never affects another socket.
 */
export function createHandlers({ log, metrics }: Pick<Deps, 'log' | 'metrics'>) {
  const refused = metrics.counter('vigil_socket_messages_refused_total', 'Refused socket messages', ['event', 'code']);
  const received = metrics.counter('vigil_socket_messages_received_total', 'Socket messages received', ['event']);

  const refuse = (event: string, code: ProblemCode, ack: Ack | undefined, message?: string) => {
    refused.inc({ event, code });
    ack?.({ ok: false, error: { code, ...(message === undefined ? {} : { message }) } });
  };

  const fail = (event: string, cause: unknown, ack: Ack | undefined) => {
    if (cause instanceof Problem) return refuse(event, cause.code, ack);
    log.error({ err: cause, event }, 'socket handler failed');
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
          const issue = parsed.success ? 'attachment missing' : parsed.error.issues[0];
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
    /** Answers undeclared events with `unknown_event`. */
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
