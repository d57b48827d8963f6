/** SQLSTATE classes 22 and 23: data that no column takes, and what a constraint forbids. */
const DATA_AT_FAULT = /^2[23]\w{3}$/;

/** Whether a failure lies in what was to be written and not in the database: trying it again cannot help. */
export function isBadData(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const { code } = cause as { code?: unknown };
  return (
    (typeof code === 'string' && DATA_AT_FAULT.test(code)) || cause instanceof RangeError || isBadData(cause.cause)
  );
}
