import { expect as expectSoon } from 'playwright/test';
import { TEST_TIMEOUT_MS } from './timeouts.ts';

/** Waits as long as a page may take to load beside others; a test that needs less passes its own timeout. */
export const expect = expectSoon.configure({ timeout: TEST_TIMEOUT_MS });
