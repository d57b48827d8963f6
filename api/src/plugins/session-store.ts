import { and, eq, gt, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { SessionEnd } from '@vigil/shared/contract/events/browser-down/session-ended';
import { Problem } from '@vigil/shared/contract/problems';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import {
  endSession,
  readSession,
  SESSION_MS,
  tellSessions,
  writeSession,
  type SessionRecord,
} from '@vigil/shared/platform/sessions';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import type { Deps } from '../deps.ts';
import { readRights } from './rights.ts';

type User = typeof users.$inferSelect;

export interface SessionStore {
  /** Opens a session for a user who passed every step. */
  open(user: User, from: { ip: string; userAgent: string }): Promise<SessionRecord>;
  /** The session behind a token, its life extended. @throws Problem `session_invalid` */
  use(claims: SessionClaims): Promise<SessionRecord>;
  end(session: SessionRecord, reason: SessionEnd): Promise<void>;
}

/** Extending at each request would write for nothing; a minute is precise enough for three hours. */
const EXTEND_AFTER_MS = 60_000;

/** Sessions live in Redis; Postgres keeps them so that an emptied Redis signs nobody out. */
export function createSessionStore(deps: Deps): SessionStore {
  const { database, redis, now } = deps;

  const restore = async ({ jti }: SessionClaims): Promise<SessionRecord> => {
    const found = await database.asSystem(async (tx) => {
      const [row] = await tx
        .select()
        .from(sessions)
        .innerJoin(users, eq(users.pk, sessions.userFk))
        .where(and(eq(sessions.id, jti), isNull(sessions.endedAt), gt(sessions.expiresAt, new Date(now()))));
      if (!row?.users.active) return null;
      return { ...(await readRights(tx, row.users)), id: jti, expiresAt: row.sessions.expiresAt.getTime() };
    });
    if (!found) throw new Problem('session_invalid');
    await writeSession(redis, found, now());
    return found;
  };

  const extend = async (session: SessionRecord): Promise<SessionRecord> => {
    const expiresAt = now() + SESSION_MS;
    if (expiresAt - session.expiresAt < EXTEND_AFTER_MS) return session;
    const extended = { ...session, expiresAt };
    await writeSession(redis, extended, now());
    await tellSessions(redis, { what: 'changed', id: session.id });
    await database.inCompany(session.company, (tx) =>
      tx
        .update(sessions)
        .set({ expiresAt: new Date(expiresAt), lastUsedAt: new Date(now()) })
        .where(eq(sessions.id, session.id)),
    );
    return extended;
  };

  return {
    async open(user, { ip, userAgent }) {
      const id = randomUUID();
      const expiresAt = now() + SESSION_MS;
      const session = await database.asSystem(async (tx) => {
        await tx.insert(sessions).values({
          id,
          companyFk: user.companyFk,
          userFk: user.pk,
          ip,
          userAgent: userAgent.slice(0, 300),
          expiresAt: new Date(expiresAt),
        });
        return { ...(await readRights(tx, user)), id, expiresAt };
      });
      await writeSession(redis, session, now());
      return session;
    },
    async use(claims) {
      const session = (await readSession(redis, claims.jti)) ?? (await restore(claims));
      return extend(session);
    },
    async end(session, reason) {
      await database.inCompany(session.company, (tx) =>
        tx
          .update(sessions)
          .set({ endedAt: new Date(now()), endReason: reason })
          .where(eq(sessions.id, session.id)),
      );
      await endSession(redis, session.id, reason);
    },
  };
}
