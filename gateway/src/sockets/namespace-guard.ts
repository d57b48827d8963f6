import { Problem } from '@vigil/shared/contract/problems';

/** An error whose `data` the client receives with `connect_error`. */
class Refusal extends Error {
  readonly data: { readonly code: string; readonly server_time?: number; readonly retry_after_ms?: number };

  constructor(data: Refusal['data']) {
    super(data.code);
    this.data = data;
  }
}

const refusalOf = (cause: unknown): Refusal => {
  if (!(cause instanceof Problem)) return new Refusal({ code: 'unavailable' });
  const { code, detail } = cause;
  if (code === 'clock_skew') return new Refusal({ code, server_time: Number(detail.detail) });
  return new Refusal(
    detail.retryAfter === undefined ? { code } : { code, retry_after_ms: Math.ceil(detail.retryAfter * 1_000) },
  );
};

interface Gate<S> {
  use(middleware: (socket: S, next: (refusal?: Error) => void) => Promise<void>): unknown;
}

/** Guards a namespace: a socket is refused when `admit` throws; the client receives only the code of the problem. */
export function addNamespaceAdmissionCheck<S>(
  namespace: Gate<S>,
  admit: (socket: S) => Promise<void>,
  onRefused: (refusal: Refusal, cause: unknown) => void = () => undefined,
): void {
  const denialOf = async (socket: S): Promise<Refusal | undefined> => {
    try {
      await admit(socket);
      return undefined;
    } catch (cause) {
      const refusal = refusalOf(cause);
      onRefused(refusal, cause);
      return refusal;
    }
  };
  namespace.use(async (socket, next) => {
    next(await denialOf(socket));
  });
}
