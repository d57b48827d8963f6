/** How many times slower this machine is than the usual one; the test runner measures it. */
const factor = Math.max(1, Number(process.env['MACHINE_FACTOR'] ?? 1));

/**
 * A limit of time (ms) that only what is stuck reaches, on this machine. Limits are written for the usual machine.
 * What a test measures or waits out is not one of them.
 */
export const scaledTimeout = (ms: number): number => Math.round(ms * factor);
