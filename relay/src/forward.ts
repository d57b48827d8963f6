import type { WebSocket } from 'ws';

/** Above this a sender is not read until the receiver has taken what waits for it. */
const MAX_UNSENT_BYTES = 1_048_576;

/** Passes every message on, as fast as the receiver takes them and the budget allows. */
export function forward(from: WebSocket, to: WebSocket, spend: (bytes: number) => number): void {
  let [isOverBudget, isBehind] = [false, false];
  let waiting: NodeJS.Timeout | undefined;
  const readOn = () => {
    if (isOverBudget || isBehind) from.pause();
    else from.resume();
  };
  from.on('message', (data: Buffer, isBinary: boolean) => {
    if (to.readyState !== to.OPEN) return;
    const waitMs = spend(data.length);
    to.send(data, { binary: isBinary }, () => {
      if (!isBehind || to.bufferedAmount > MAX_UNSENT_BYTES / 2) return;
      isBehind = false;
      readOn();
    });
    isBehind ||= to.bufferedAmount > MAX_UNSENT_BYTES;
    if (waitMs > 0) {
      isOverBudget = true;
      // What was read with this message is passed on as well, and the debt grows with each: the newest wait pays for
      // all.
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        isOverBudget = false;
        readOn();
      }, waitMs).unref();
    }
    readOn();
  });
}
