import { cutText } from '@vigil/shared/contract/cut-text';
import type { CompanyPk, UserPk } from '@vigil/shared/contract/ids';
import type { SignInFailureCause } from '@vigil/shared/contract/names';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { signInFailures } from '@vigil/shared/platform/db/schema/accounts';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';

const HOUR_MS = 3_600_000;
/** A thousand guesses tell no more than these, and would fill the list. */
const ROWS_OF_HOUR = 20;
const MAX_USER_AGENT = 300;

interface FailedSignIn {
  readonly company: CompanyPk;
  readonly user: Pick<User, 'pk' | 'mgrid' | 'name'>;
  readonly cause: SignInFailureCause;
  readonly at: Date;
  readonly ip: string;
  readonly userAgent: string;
}

/** Attempts on an account at a time count and add one after the other. */
const lockFailuresOfUser = (tx: Tx, user: UserPk) => tx.execute(sql`select pg_advisory_xact_lock(7451204, ${user})`);

async function insertFailure(tx: Tx, { company, user, cause, at, ip, userAgent }: FailedSignIn): Promise<void> {
  await lockFailuresOfUser(tx, user.pk);
  const hourAgo = new Date(at.getTime() - HOUR_MS);
  const recent = and(eq(signInFailures.userFk, user.pk), gt(signInFailures.at, hourAgo));
  if ((await tx.$count(signInFailures, recent)) >= ROWS_OF_HOUR) return;
  const { pk: userFk, mgrid, name } = user;
  const row = { companyFk: company, userFk, mgrid, name, ip, userAgent: cutText(userAgent, MAX_USER_AGENT), cause, at };
  await tx.insert(signInFailures).values(row);
}

/**
 * Records failed sign-ins of accounts when their answers are sent: the answer for an ID that exists takes no longer
 * than that for one that does not, and a record that fails leaves the sign-in as it is.
 */
export function createFailedSignIns(app: FastifyInstance, deps: Deps) {
  const { now, log } = deps;
  const noted = new WeakMap<FastifyRequest, FailedSignIn>();
  const underWay = new Set<Promise<void>>();

  const record = async (failed: FailedSignIn): Promise<void> => {
    try {
      await commitChange(deps, failed.company, (tx) => insertFailure(tx, failed));
    } catch (cause) {
      warnOfRepeatedFailure(log, { cause }, 'a failed sign-in was not recorded');
    }
  };
  app.addHook('onResponse', async (request) => {
    const failed = noted.get(request);
    if (!failed) return;
    const recording = record(failed);
    underWay.add(recording);
    await recording;
    underWay.delete(recording);
  });
  app.addHook('onClose', async () => void (await Promise.all(underWay)));

  return {
    note: (request: FastifyRequest, user: User, cause: SignInFailureCause): void => {
      const { ip, headers } = request;
      const userAgent = headers['user-agent'] ?? '';
      noted.set(request, { company: user.companyFk, user, cause, at: new Date(now()), ip, userAgent });
    },
  };
}
