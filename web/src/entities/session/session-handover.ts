/** The request of a tab without a session, and the answer of the other tabs. */
type Message = { kind: 'ask' } | { kind: 'session'; token: string };

const CHANNEL = 'vigil.session';
/** Tabs answer within a few milliseconds; loading the texts of the page takes longer. */
const HANDOVER_TIMEOUT_MS = 100;
/** A busy tab may answer after the page is on the screen; later than this its answer is ignored. */
const LATE_MS = 10_000;

/** Passes a session that is stored in one tab only to a link opened in another tab. */
export interface SessionHandover extends Disposable {
  /** The token of another open tab, if one answers at once; `late` receives an answer that arrives after that. */
  ask: (late: (token: string) => void) => Promise<string | null>;
}

export function createSessionHandover(token: () => string | null): SessionHandover {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  const send = (message: Message): void => channel.postMessage(message);
  let answer: (token: string) => void = () => undefined;

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const own = token();
    if (data.kind === 'session') answer(data.token);
    else if (own !== null) send({ kind: 'session', token: own });
  });
  return {
    ask: (late) =>
      new Promise((resolve) => {
        const asked = Date.now();
        let take: (found: string) => void = resolve;
        setTimeout(() => {
          take = late;
          resolve(null);
        }, HANDOVER_TIMEOUT_MS);
        answer = (found) => {
          answer = () => undefined;
          if (Date.now() - asked < LATE_MS) take(found);
        };
        send({ kind: 'ask' });
      }),
    [Symbol.dispose]: () => channel.close(),
  };
}
