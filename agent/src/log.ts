export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
}

/** One line an event: time, level, message, fields. Secrets are never passed to it. */
export function createLog(write: (line: string) => void): Log {
  const line =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      const tail = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value ?? null)}`);
      write(`${new Date().toISOString()} ${level} ${message}${tail.join('')}`);
    };
  return { info: line('info'), warn: line('warn') };
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined };

/** What went wrong, in a few words: fetch and sockets hide the useful part in `cause`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
