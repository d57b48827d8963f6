import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

const secrets = [
  'token',
  'pw',
  'origin_pw',
  'password',
  'credential',
  'sig',
  'enrol_token',
  'authorization',
  'cookie',
  'qrCode',
  'recovery_codes',
];

/** Removes the values of a failed query, such as password hashes and mails with links that open accounts. */
const withoutValues = (text: string): string =>
  text.replaceAll(/\nparams:[^\n]*(?:\n(?!\s+at )[^\n]*)*/gu, '').replaceAll(/Failing row contains \([^\n]*/gu, '');

function describeError(cause: Error): object {
  const {
    params: _,
    detail,
    ...described
  } = pino.stdSerializers.err(cause) as ReturnType<typeof pino.stdSerializers.err> & {
    params?: unknown;
    detail?: unknown;
  };
  return {
    ...described,
    message: withoutValues(described.message),
    stack: withoutValues(described.stack),
    ...(typeof detail === 'string' ? { detail: withoutValues(detail) } : {}),
  };
}

/** Structured log on standard output. Secrets are redacted up to a depth of three fields. */
export const createLog = (name: string, level: string, destination?: DestinationStream): Log =>
  pino(
    {
      name,
      level,
      serializers: { err: describeError },
      redact: {
        paths: secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
        censor: '[redacted]',
      },
    },
    destination ?? pino.destination(1),
  );
