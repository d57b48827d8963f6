import { scaledTimeout } from '../../support/scaled-timeout.ts';

/** How long a page may take beside nine others on a slow machine. Only what is stuck ever waits as long. */
export const TEST_TIMEOUT_MS = scaledTimeout(90_000);
