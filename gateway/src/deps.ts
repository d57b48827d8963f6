import type { Subscribe } from '@vigil/shared/platform/bus/bus';
import type { Log } from '@vigil/shared/platform/log';
import type { Metrics } from '@vigil/shared/platform/metrics';
import type { JobQueues } from '@vigil/shared/platform/queues';
import type { Redis } from '@vigil/shared/platform/redis/redis';

export interface Deps {
  readonly redis: Redis;
  readonly subscribe: Subscribe;
  /** The only queue to which a gateway may add. */
  readonly queues: JobQueues<'fleet-index'>;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => number;
}
