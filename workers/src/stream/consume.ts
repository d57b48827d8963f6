import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import { partitions, redisKeys } from '@vigil/shared/platform/redis/keys';
import { isStreamKind, parseStreamEntry, type StreamEntry } from '@vigil/shared/platform/redis/stream';
import type { Deps } from '../deps.ts';
import type { DeadLetters } from './dead-letters.ts';
import { persistDividingRefusedBatches } from './persist-isolated.ts';
import type { PersistEntries } from './persist.ts';
import { readStreamBounded, type StreamMessage } from './read-bounded.ts';

/** Where entries go: what is written, and what no store takes. */
export interface StreamSink {
  readonly persist: PersistEntries;
  readonly deadLetters: DeadLetters;
}

const GROUP = 'persist';
const BATCH = 500;
const BLOCK_MS = 2_000;
/** An entry that another worker read but did not acknowledge for this long is claimed. */
const ABANDONED_MS = 10_000;
const RETRY_MS = 500;
/**
 * Changes come in bursts, and many of them in one transaction cost little more than one. So a change in a quiet moment
 * is written at once, and those that follow wait until this long after it.
 */
const BATCH_INTERVAL_MS = 100;
/** Few, because this read is not bounded in bytes. */
const FIRST_READ = 8;

export interface DurableStreamReadSettings {
  readonly key: string;
  /** The partition that keeps the dead letters of this stream. */
  readonly partition: number;
  readonly batchIntervalMs: number;
}

export const streamsOf = (partition: number): DurableStreamReadSettings[] => [
  { key: redisKeys.stream(partition), partition, batchIntervalMs: BATCH_INTERVAL_MS },
  { key: redisKeys.commandStream(partition), partition, batchIntervalMs: 0 },
];

/**
 * Reads a durable stream in batches, and acknowledges each batch after `persist`. Entries that a dead worker did not
 * acknowledge are claimed, so that every entry is handled at least once.
 */
export async function consumeStream(
  { redis, log }: Pick<Deps, 'redis' | 'log'>,
  { key, partition, batchIntervalMs }: DurableStreamReadSettings,
  { persist, deadLetters }: StreamSink,
): Promise<AsyncDisposable> {
  const consumer = `${hostname()}-${process.pid}`;
  const client = await redis.dedicated();
  const stop = new AbortController();

  const ensureGroup = () =>
    client.xGroupCreate(key, GROUP, '0', { MKSTREAM: true }).catch((cause: Error) => {
      if (!cause.message.includes('BUSYGROUP')) throw cause;
    });

  /** Malformed entries are kept aside, because they would block all later ones. */
  const parseAll = async (messages: readonly StreamMessage[]): Promise<StreamEntry[]> => {
    const entries: StreamEntry[] = [];
    for (const { id, message } of messages) {
      const entry = parseStreamEntry(id, message);
      const { kind = '', company = '', data = '' } = message;
      if (entry) entries.push(entry);
      // The kind becomes a label of a metric, and a malformed one can be anything.
      else
        await deadLetters.keep(partition, {
          id,
          kind: isStreamKind(kind) ? kind : 'unknown',
          company,
          data,
          reason: 'malformed',
        });
    }
    return entries;
  };

  const reject = ({ id, kind, company, data }: StreamEntry, cause: unknown) =>
    deadLetters.keep(partition, {
      id,
      kind,
      company: String(company),
      data: JSON.stringify(data),
      reason: 'refused',
      cause,
    });

  const handle = async (messages: readonly StreamMessage[]) => {
    const ids = messages.map(({ id }) => id);
    if (ids.length === 0) return;
    const entries = await parseAll(messages);
    if (entries.length > 0) await persistDividingRefusedBatches(entries, persist, reject);
    await redis.commands.multi().xAck(key, GROUP, ids).xDel(key, ids).exec();
  };

  const read = (after: string, maxEntries: number) =>
    readStreamBounded(redis, key, { group: GROUP, consumer, after, maxEntries });

  /** Handles what this consumer has read and not acknowledged. */
  const handlePending = async () => {
    for (let own = await read('0', BATCH); own.length > 0; own = await read('0', BATCH)) await handle(own);
  };

  /** Takes the entries over without reading them, and handles them as its own. */
  const claimAbandoned = async () => {
    let cursor = '0-0';
    let claimed = 0;
    do {
      const reply = await client.xAutoClaimJustId(key, GROUP, consumer, ABANDONED_MS, cursor, { COUNT: BATCH });
      claimed += reply.messages.length;
      cursor = reply.nextId;
    } while (cursor !== '0-0');
    if (claimed > 0) await handlePending();
  };

  let nextBatch = 0;

  /** Waits for entries, and until the next batch is due; what came meanwhile is read with them. */
  const readOnce = async () => {
    const reply = await client.xReadGroup(GROUP, consumer, { key, id: '>' }, { COUNT: FIRST_READ, BLOCK: BLOCK_MS });
    const first = (reply ?? []).flatMap(({ messages }) => messages);
    if (first.length === 0) return;
    const wait = nextBatch - Date.now();
    if (wait > 0) await delay(wait);
    const hasMore = wait > 0 || first.length === FIRST_READ;
    await handle(hasMore ? [...first, ...(await read('>', BATCH - first.length))] : first);
    nextBatch = Date.now() + batchIntervalMs;
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
        warnOfRepeatedFailure(log, { cause, key }, 'stream paused');
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

export const consumeAllStreams = (deps: Deps, sink: StreamSink): Promise<AsyncDisposable[]> =>
  Promise.all(partitions.flatMap(streamsOf).map((stream) => consumeStream(deps, stream, sink)));
