import type { Subscribe } from '@vigil/shared/platform/bus/bus';
import type { Log } from '@vigil/shared/platform/log';
import type { Metrics } from '@vigil/shared/platform/metrics';
import type { Redis } from '@vigil/shared/platform/redis/redis';

export interface Deps {
  readonly redis: Redis;
  readonly subscribe: Subscribe;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => number;
}
