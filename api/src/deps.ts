import type { CompanyDatabase } from '@vigil/shared/platform/db/client';
import type { KeyRing } from '@vigil/shared/platform/key-ring';
import type { Log } from '@vigil/shared/platform/log';
import type { Metrics } from '@vigil/shared/platform/metrics';
import type { PasswordCost } from '@vigil/shared/platform/passwords';
import type { JobQueues } from '@vigil/shared/platform/queues';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import type { ApiConfig } from './config.ts';
import type { AccessPolicies } from './identity/sessions/access-policies.ts';

/** The dependencies of features; they use no others. */
export interface Deps {
  readonly config: ApiConfig;
  readonly database: CompanyDatabase;
  readonly redis: Redis;
  readonly queues: JobQueues;
  readonly accessPolicies: AccessPolicies;
  readonly keyRing: KeyRing;
  /** Of the passwords that are stored from now on; a stored one carries its own. */
  readonly passwordCost: PasswordCost;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => number;
}
