import type { CommandSigner } from '@vigil/shared/platform/command-signer';
import type { SystemDatabase } from '@vigil/shared/platform/db/client';
import type { SymmetricKey } from '@vigil/shared/platform/key-ring';
import type { Log } from '@vigil/shared/platform/log';
import type { Metrics } from '@vigil/shared/platform/metrics';
import type { JobQueues } from '@vigil/shared/platform/queues';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import type { HttpPoster } from './channels/http-poster.ts';
import type { GatewayClient } from './commands/gateway-client.ts';
import type { Mailer } from './mail/mailer.ts';

export interface Deps {
  readonly database: SystemDatabase;
  readonly redis: Redis;
  readonly queues: JobQueues;
  readonly gateways: GatewayClient;
  readonly commandSigner: CommandSigner;
  readonly mailer: Mailer;
  /** Open the addresses and secrets of channels. */
  readonly channelKeys: readonly SymmetricKey[];
  readonly postToChannel: HttpPoster;
  /** The address of the console, for links in mails. */
  readonly publicUrl: string;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => number;
}
