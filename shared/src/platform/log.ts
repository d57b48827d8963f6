import { pino, type Logger } from 'pino';

export type Log = Logger;

const secrets = ['token', 'pw', 'password', 'credential', 'sig', 'enrol_token', 'authorization'];

/** Structured log on standard output; what could open a door is redacted wherever it stands. */
export const createLog = (name: string, level: string): Log =>
  pino({
    name,
    level,
    redact: {
      paths: secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
      censor: '[redacted]',
    },
  });
