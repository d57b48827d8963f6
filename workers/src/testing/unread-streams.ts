import { partitionOf, redisKeys } from '@vigil/shared/platform/redis/keys';
import type { StreamEntry } from '@vigil/shared/platform/redis/stream';
import type { Deps } from '../deps.ts';
import { createEntryBatchPersister } from '../stream/persist.ts';
import type { WorkersTestContext } from './test-workers.ts';

/**
 * What gateways have appended to the durable streams of a company, and the workers have not read: they are away, or
 * behind.
 */
export class UnreadStreams {
  readonly #workers: WorkersTestContext;
  readonly #entries: StreamEntry[] = [];

  constructor(workers: WorkersTestContext) {
    this.#workers = workers;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** As of the time in its id. */
  async append(entry: StreamEntry): Promise<void> {
    const { id, kind, company, seq, data } = entry;
    const fields = { kind, company: String(company), seq: String(seq), data: JSON.stringify(data) };
    const added = await this.#redis.xAdd(this.#keyOf(entry), `${Number.parseInt(id, 10)}-*`, fields);
    this.#entries.push({ ...entry, id: added });
  }

  /** The workers read the oldest `count` entries, in one batch. */
  async read(deps: Deps, count = this.size): Promise<void> {
    const batch = this.#entries.slice(0, count);
    await createEntryBatchPersister(deps)(batch);
    this.#entries.splice(0, batch.length);
    for (const entry of batch) await this.#redis.xDel(this.#keyOf(entry), entry.id);
  }

  /** Times in ids of a stream only grow, and each test begins with the present. */
  async clear(): Promise<void> {
    const partition = partitionOf(this.#workers.company);
    await this.#redis.del([redisKeys.stream(partition), redisKeys.commandStream(partition)]);
  }

  get #redis() {
    return this.#workers.deps.redis.commands;
  }

  #keyOf({ kind, company }: StreamEntry): string {
    const partition = partitionOf(company);
    return kind === 'command' ? redisKeys.commandStream(partition) : redisKeys.stream(partition);
  }
}
