import type { FastifyInstance } from 'fastify';
import type { LoginResult } from '@vigil/shared/contract/http/session';
import { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { users } from '@vigil/shared/platform/db/schema/users';
import { isPassword } from '@vigil/shared/platform/passwords';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import type { Deps } from '../../deps.ts';
import { readProfileOf } from './profile.ts';
import { clearFailures, countFailure, findUserById } from './queries.ts';

type User = typeof users.$inferSelect;

const refused: LoginResult = {
  step1: 'fail',
  step2: 'wait',
  step3: 'wait',
  failure_limit: 0,
  current_failure: 0,
  self_unlock: 0,
  email: '',
  mail: '',
  token: '',
  qrCodeFlag: false,
};

/** The steps of signing in (spec 1 §4). A wrong ID and a wrong password look the same and take the same time. */
export function createSignIn(app: FastifyInstance, { database }: Deps) {
  const open = async (user: User, from: { ip: string; userAgent: string }): Promise<LoginResult> => {
    const session = await app.sessions.open(user, from);
    const claims: SessionClaims = { jti: session.id, user: session.user, company: session.company, kind: 'session' };
    const profile = await database.inCompany(session.company, (tx) =>
      readProfileOf(tx, UserPk.parse(user.pk), session.expiresAt),
    );
    return {
      ...refused,
      step1: 'success',
      step2: 'success',
      step3: 'success',
      email: user.email,
      mail: user.mgrid,
      token: app.jwt.sign(claims),
      ...(profile ? { profile, dateFmt: profile.date_fmt_id } : {}),
    };
  };

  return {
    async passFirstStep({ mail, pw }: { mail: string; pw: string }, from: { ip: string; userAgent: string }) {
      const user = await database.asSystem((tx) => findUserById(tx, mail.trim()));
      const matches = await isPassword(pw, user?.passwordHash);
      if (!user || !matches) {
        if (user) await database.asSystem((tx) => countFailure(tx, user.pk));
        // The count stays with us: while it locks nobody, it would only tell which IDs exist.
        return { ...refused, mail };
      }
      if (!user.active) return { ...refused, mail, cause: { inactive: true } };
      if (user.failureCount > 0) await database.asSystem((tx) => clearFailures(tx, user.pk));
      return open(user, from);
    },
    /** Nobody holds a half-token yet: no account has a one-time code to pass. */
    async passThirdStep(): Promise<LoginResult> {
      throw new Problem('session_invalid');
    },
  };
}
