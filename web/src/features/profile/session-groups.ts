import type { OsId } from '@vigil/shared/contract/device';
import type { SessionRow } from '@vigil/shared/contract/http/sessions';
import { createAccessRecord } from '../../entities/session/access-record.ts';

/** Sessions that look the same to their user: of one browser on one system, from one address. */
export interface SessionGroup {
  readonly key: string;
  /** Only the session of this page; those that look like it are a group of their own. */
  readonly current: boolean;
  /** Name and version; empty when it is not known. */
  readonly browser: string;
  readonly os: OsId;
  readonly ip: string;
  readonly network: SessionRow['network'];
  readonly ids: readonly SessionRow['id'][];
  /** The first sign-in, and the last use, of any of them. */
  readonly since: string;
  readonly usedAt: string;
}

/** The access record of a session says what it is; before there is one, its user agent does. */
function deviceOf({ browser, dev_os_id: os, user_agent: userAgent }: SessionRow) {
  const own = createAccessRecord(userAgent);
  return { browser: browser === '' ? own.browser : browser, os: (os === 0 ? own.dev_os_id : os) as OsId };
}

const earliest = (times: readonly string[]): string => times.toSorted()[0] ?? '';
const latest = (times: readonly string[]): string => times.toSorted().at(-1) ?? '';

/** Groups equal sessions: that of this page first, then the last used. */
export function groupSessions(rows: readonly SessionRow[]): readonly SessionGroup[] {
  const byKey = Map.groupBy(rows, (row) => {
    const { browser, os } = deviceOf(row);
    return [row.current, browser, os, row.ip].join(' ');
  });
  const groups = [...byKey].flatMap(([key, all]): SessionGroup[] => {
    const [first] = all;
    if (!first) return [];
    return [
      {
        key,
        current: first.current,
        ...deviceOf(first),
        ip: first.ip,
        network: first.network,
        ids: all.map(({ id }) => id),
        since: earliest(all.map(({ created_at: at }) => at)),
        usedAt: latest(all.map(({ last_used_at: at }) => at)),
      },
    ];
  });
  return groups.toSorted((a, b) => Number(b.current) - Number(a.current) || b.usedAt.localeCompare(a.usedAt));
}
