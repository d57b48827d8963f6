import { logLevels, type LogLevel } from '@vigil/shared/contract/app-config-rules';

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Nothing that the agent survives is logged as an error. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** Entries below this level are dropped from now on. */
  setLevel(level: LogLevel): void;
}

/** One line per entry: time, level, message, fields. Secrets are never passed to it. */
export function createLog(write: (line: string) => void): Log {
  let threshold = logLevels.indexOf('info');
  const writer =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (logLevels.indexOf(level) < threshold) return;
      const tail = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value ?? null)}`);
      write(`${new Date().toISOString()} ${level} ${message}${tail.join('')}`);
    };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    setLevel: (level) => void (threshold = logLevels.indexOf(level)),
  };
}

const ignore = () => undefined;

export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, setLevel: ignore };

/**
 * What went wrong, in a few words: sockets have the useful part in `cause`, or in `code` after several addresses
 * failed.
 */
export function shortReasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return cause || error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
