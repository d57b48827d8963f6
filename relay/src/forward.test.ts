import { EventEmitter } from 'node:events';
import { CompanyPk } from '@vigil/shared/contract/ids';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { createByteBudgets } from './byte-budgets.ts';
import type { RelayConfig } from './config.ts';
import { forward } from './forward.ts';

const MB = 1_000_000;
/** As much as one read of a socket has; all messages of it are passed on, also after a pause. */
const CHUNK = 65_536;
const BURST = 2 * MB;

/** A sender that has always something to say, and is read once a millisecond unless it was paused. */
class BusySender extends EventEmitter {
  #isPaused = false;
  readonly #message: Buffer;

  constructor(messageBytes: number) {
    super();
    this.#message = Buffer.alloc(messageBytes);
    const reading = setInterval(() => this.#isPaused || this.#read(), 1);
    onTestFinished(() => clearInterval(reading));
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
  }

  #read(): void {
    for (let bytes = 0; bytes < CHUNK; bytes += this.#message.length) this.emit('message', this.#message, true);
  }
}

test.each([200, 1_000, 64_000])(
  '[RELAY-9] a sender gets its budget and no more, whatever its messages are: %i bytes',
  (messageBytes) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const config = { RELAY_MB_PER_SESSION: 1, RELAY_MB_PER_COMPANY: 4 } as RelayConfig;
    const budgets = createByteBudgets(config, { metrics: createMetrics('test'), now: Date.now });
    const sender = new BusySender(messageBytes);
    let passed = 0;
    const receiver = {
      readyState: 1,
      OPEN: 1,
      bufferedAmount: 0,
      send: (data: Buffer) => (passed += data.length),
    };
    const { spend } = budgets.ofSession(CompanyPk.parse(1));
    forward(sender as unknown as WebSocket, receiver as unknown as WebSocket, spend);
    for (let second = 1; second <= 10; second += 1) {
      vi.advanceTimersByTime(1_000);
      expect(passed).toBeLessThanOrEqual(BURST + second * MB + 2 * CHUNK);
      expect(passed).toBeGreaterThan(BURST + second * MB - 2 * CHUNK);
    }
  },
);
