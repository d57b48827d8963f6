/**
 * SQLSTATE classes 22, 23 and 54: data that no column takes, what a constraint forbids, and what exceeds a limit of the
 * database, such as the size of an index row.
 */
const DATA_AT_FAULT = /^(?:2[23]|54)\w{3}$/;

/** Whether a failure lies in what was to be written and not in the database: trying it again cannot help. */
export function isBadData(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const { code } = cause as { code?: unknown };
  return (
    (typeof code === 'string' && DATA_AT_FAULT.test(code)) || cause instanceof RangeError || isBadData(cause.cause)
  );
}
