import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { isBadData } from '@vigil/shared/platform/db/bad-data';
import { partitions, keys } from '@vigil/shared/platform/redis/keys';
import { parseEntry, type StreamEntry } from '@vigil/shared/platform/redis/stream';
import type { Deps } from '../deps.ts';

const GROUP = 'persist';
const BATCH = 500;
const BLOCK_MS = 2_000;
/** An entry that another worker read but did not acknowledge for this long is claimed. */
const ABANDONED_MS = 10_000;
const RETRY_MS = 500;
/** Changes come in bursts: a short wait writes many of them in one transaction, and saves processor time. */
const COALESCE_MS = 100;

export type Persist = (entries: readonly StreamEntry[]) => Promise<void>;

type Message = { id: string; message: Record<string, string> };

/** Malformed entries are logged and dropped, because they would block all later entries. */
function parseAll(messages: readonly (Message | null)[], { log }: Deps): StreamEntry[] {
  return messages.flatMap((one) => {
    const entry = one && parseEntry(one.id, one.message);
    if (one && !entry) log.error({ id: one.id, kind: one.message['kind'] }, 'stream entry malformed');
    return entry ? [entry] : [];
  });
}

/** A batch that the database refuses is written entry by entry, so that only the invalid entries are lost. */
async function persistAll(entries: readonly StreamEntry[], persist: Persist, deps: Deps): Promise<void> {
  try {
    await persist(entries);
  } catch (cause) {
    if (!isBadData(cause)) throw cause;
    if (entries.length > 1) for (const entry of entries) await persistAll([entry], persist, deps);
    else deps.log.error({ err: cause, id: entries[0]?.id, kind: entries[0]?.kind }, 'stream entry not storable');
  }
}

/**
 * Reads one partition of the durable stream in batches, and acknowledges each batch after `persist`. Entries that a dead
 * worker did not acknowledge are claimed, so that every entry is handled at least once.
 */
export async function consumePartition(deps: Deps, partition: number, persist: Persist): Promise<AsyncDisposable> {
  const { redis, log } = deps;
  const key = keys.stream(partition);
  const consumer = `${hostname()}-${process.pid}`;
  const client = await redis.dedicated();
  const stop = new AbortController();

  const ensureGroup = () =>
    client.xGroupCreate(key, GROUP, '0', { MKSTREAM: true }).catch((cause: Error) => {
      if (!cause.message.includes('BUSYGROUP')) throw cause;
    });

  const handle = async (messages: readonly (Message | null)[]) => {
    const ids = messages.flatMap((one) => (one ? [one.id] : []));
    if (ids.length === 0) return;
    await persistAll(parseAll(messages, deps), persist, deps);
    await redis.commands.multi().xAck(key, GROUP, ids).xDel(key, ids).exec();
  };

  const claimAbandoned = async () => {
    const { messages } = await client.xAutoClaim(key, GROUP, consumer, ABANDONED_MS, '0', { COUNT: BATCH });
    await handle(messages);
  };

  /** With `>`, entries that no consumer has read; with an id, later entries that this consumer did not acknowledge. */
  const read = async (id: string, options: { COUNT: number; BLOCK?: number }) => {
    const reply = await client.xReadGroup(GROUP, consumer, { key, id }, options);
    return (reply ?? []).flatMap(({ messages }) => messages);
  };

  const handlePending = async () => {
    for (let own = await read('0', { COUNT: BATCH }); own.length > 0; own = await read('0', { COUNT: BATCH })) {
      await handle(own);
    }
  };

  const readOnce = async () => {
    const first = await read('>', { COUNT: BATCH, BLOCK: BLOCK_MS });
    if (first.length === 0) return;
    await delay(COALESCE_MS);
    await handle(first.length < BATCH ? [...first, ...(await read('>', { COUNT: BATCH - first.length }))] : first);
  };

  const run = async () => {
    let claimed = 0;
    let ready = false;
    while (!stop.signal.aborted) {
      try {
        if (!ready) {
          await ensureGroup();
          await handlePending();
          ready = true;
        }
        if (Date.now() - claimed > ABANDONED_MS / 2) {
          claimed = Date.now();
          await claimAbandoned();
        }
        await readOnce();
      } catch (cause) {
        if (stop.signal.aborted) return;
        // Redis or Postgres is unreachable, or an emptied Redis has no consumer group: wait, then start over.
        ready = false;
        claimed = 0;
        log.warn({ err: cause, partition }, 'stream paused');
        await delay(RETRY_MS);
      }
    }
  };

  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await client[Symbol.asyncDispose]();
      await running;
    },
  };
}

export const consumeAll = (deps: Deps, persist: Persist): Promise<AsyncDisposable[]> =>
  Promise.all(partitions.map((partition) => consumePartition(deps, partition, persist)));
