import { listNotices, readNotice, type Notice } from '@vigil/shared/contract/http/notices';
import { Problem } from '@vigil/shared/contract/problems';
import { timeZones } from '@vigil/shared/domain/time-zones';
import type { notices } from '@vigil/shared/platform/db/schema/notices';
import { parseTypedDateRange } from '../../access/date-range.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { findNotice, selectNoticePage } from './queries.ts';

/** Whoever reads notices may have no clock of their own. */
const UTC = { timeZoneId: timeZones.find(({ name }) => name === 'UTC')!.id };

const wire = (row: typeof notices.$inferSelect): Notice => ({
  pk: row.pk,
  notice_title: row.title,
  notice_content: row.content,
  notice_date: row.noticeDate.toISOString(),
  create_time: row.createdAt.toISOString(),
  type: row.type,
});

/** Announcements belong to no company; all users read the same. */
export function registerNoticeRoutes(routes: RouteRegistry, { config, database }: Deps): void {
  // An installation of its own has no notices of the operator (spec 1 §6).
  const refuseInStandalone = (): void => {
    if (config.STANDALONE) throw new Problem('not_allowed', { reason: 'policy' });
  };

  routes.on(listNotices, async ({ query }) => {
    refuseInStandalone();
    const { rows, meta } = await database.readOutside((tx) => selectNoticePage(tx, parseTypedDateRange(query, UTC)));
    return { objects: rows.map(wire), meta };
  });

  routes.on(readNotice, async ({ params }) => {
    refuseInStandalone();
    const row = await database.readOutside((tx) => findNotice(tx, params.pk));
    if (!row) throw new Problem('not_found');
    return { objects: [wire(row)] };
  });
}
