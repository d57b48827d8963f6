/** Without the push a change would take the next poll, 12 s at least. */
export const SOONER_THAN_A_POLL = { timeout: 8_000 };

/** How long a page may take beside nine others on a slow machine. Only what is stuck ever waits as long. */
export const TEST_TIMEOUT_MS = 90_000;
