/** How long a page may take beside nine others on a slow machine. Only what is stuck ever waits as long. */
export const TEST_TIMEOUT_MS = 90_000;
