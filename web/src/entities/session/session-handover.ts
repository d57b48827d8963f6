/** What a tab without a session asks the others, and what they answer. */
type Message = { kind: 'ask' } | { kind: 'session'; token: string };

const CHANNEL = 'vigil.session';
/** Tabs answer within a few; reading the texts of the page takes longer. */
const PATIENCE_MS = 100;
/** A tab that is busy answers later than anybody likes to look at an empty page. */
const LATE_MS = 10_000;

/** Lets a link that is opened in another tab find the session, although it is kept with a tab and nowhere else. */
export interface SessionHandover extends Disposable {
  /** The token of another tab that is open, if one answers at once; `late` gets what comes when the page is on the screen. */
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
        }, PATIENCE_MS);
        answer = (found) => {
          answer = () => undefined;
          if (Date.now() - asked < LATE_MS) take(found);
        };
        send({ kind: 'ask' });
      }),
    [Symbol.dispose]: () => channel.close(),
  };
}
