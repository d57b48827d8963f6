import type { z } from 'zod';

type Shape = z.ZodType;

/**
 * One socket message. `ack` is the schema of its acknowledgement, `null` when it has none.
 * A `binary` message has one attachment after the payload.
 */
export interface EventDefinition<N extends string, P extends Shape, A extends Shape | null, Binary extends boolean> {
  readonly name: N;
  readonly payload: P;
  readonly ack: A;
  readonly binary: Binary;
}

/** The widest type of an event definition: a bound for generics, and the element of lists of events. */
export type AnyEventDefinition = EventDefinition<string, Shape, Shape | null, boolean>;

export function event<N extends string, P extends Shape, A extends Shape | null = null, Bin extends boolean = false>(
  name: N,
  payload: P,
  options: { ack?: A; binary?: Bin } = {},
): EventDefinition<N, P, A, Bin> {
  return Object.freeze({
    name,
    payload,
    ack: options.ack ?? null,
    binary: options.binary ?? false,
  }) as EventDefinition<N, P, A, Bin>;
}

export type PayloadOf<E extends AnyEventDefinition> = z.output<E['payload']>;
export type AckOf<E extends AnyEventDefinition> = E['ack'] extends Shape ? z.output<E['ack']> : undefined;

/** The typed listener map that Socket.IO expects, from a list of events. */
export type ListenerMap<L extends Record<string, AnyEventDefinition>> = {
  [K in keyof L as L[K]['name']]: (...args: ListenerArgs<L[K]>) => void;
};

type ListenerArgs<E extends AnyEventDefinition> = E['binary'] extends true
  ? [payload: z.input<E['payload']>, bytes: Uint8Array]
  : E['ack'] extends Shape
    ? [payload: z.input<E['payload']>, ack: (answer: AckAnswer<E>) => void]
    : [payload: z.input<E['payload']>];

/** The acknowledgement of an event, or `{ok:false, error}` when it was refused. */
export type AckAnswer<E extends AnyEventDefinition> = AckOf<E> | RefusedAck;

export interface RefusedAck {
  ok: false;
  /** `retry_after_ms`: when the same message may be accepted. */
  error: { code: string; message?: string; retry_after_ms?: number };
}
