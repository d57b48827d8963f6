import type { CompanyPk } from '@vigil/shared/contract/ids';
import { appendToStream, type StreamKind } from '@vigil/shared/platform/redis/stream';
import type { StreamData } from '@vigil/shared/platform/redis/stream';
import type { Deps } from './deps.ts';

/** What agents report and must not be lost: on the durable stream first, acknowledged then. */
export type Journal = <K extends StreamKind>(company: CompanyPk, kind: K, data: StreamData[K]) => Promise<void>;

export const createJournal =
  ({ redis }: Deps): Journal =>
  (company, kind, data) =>
    appendToStream(redis, { company, kind, data });
