import { onTestFinished } from 'vitest';
import { reservePort } from './reserved-ports.ts';

/** A port for the test that runs, without a listener; it is taken by no other one before the test has finished. */
export async function testPort(): Promise<number> {
  const reserved = await reservePort();
  onTestFinished(() => reserved[Symbol.asyncDispose]());
  return reserved.port;
}
