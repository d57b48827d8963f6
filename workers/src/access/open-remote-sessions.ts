import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { isNull } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/** Whether any remote session may still end: most of the time there is none. */
export const hasOpenRemoteSessions = ({ database }: Pick<Deps, 'database'>): Promise<boolean> =>
  database.readAll(async (tx) => {
    const isOpen = isNull(remoteSessions.endedAt);
    const found = await tx.select({ id: remoteSessions.id }).from(remoteSessions).where(isOpen).limit(1);
    return found.length > 0;
  });
