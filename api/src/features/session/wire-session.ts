import type { SessionRow } from '@vigil/shared/contract/http/sessions';
import { SessionId } from '@vigil/shared/contract/ids';
import type { sessions } from '@vigil/shared/platform/db/schema/users';

/** A session as its user sees it among the others. */
export const wireSession = (row: typeof sessions.$inferSelect, current: string): SessionRow => ({
  id: SessionId.parse(row.id),
  current: row.id === current,
  ip: row.ip,
  user_agent: row.userAgent,
  browser: row.browser,
  dev_os_id: row.osId,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
});
