import type { ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { postAccess } from '@vigil/shared/contract/http/sessions';
import type { LoginResult } from '@vigil/shared/contract/http/sign-in';
import type { SessionId } from '@vigil/shared/contract/ids';
import type { LoginOrigin } from '@vigil/shared/contract/names';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { signInRecords } from '@vigil/shared/platform/db/schema/accounts';
import { sessions } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../sessions/caller.ts';

interface Client {
  readonly browser: string;
  readonly dev_os_id: number;
  readonly type_id: number;
  readonly mgr_pri_ip?: string | undefined;
}

/** From where a session was opened (decision 117); the desktop manager names no browser. */
function loginOriginOf({ kind }: Pick<Caller, 'kind'>, { browser }: Client): LoginOrigin {
  if (kind === 'screen') return 'screen';
  if (kind === 'link' || kind === 'invitation') return 'link';
  return browser === '' ? 'app' : 'web';
}

type Answer = { status: 'Success' | 'Fail'; objects: ObjectsOf<typeof postAccess> };

async function insertAccessRecord(tx: Tx, record: typeof signInRecords.$inferInsert & { sessionFk: SessionId }) {
  await tx.insert(signInRecords).values(record);
  const { browser, osId } = record;
  await tx.update(sessions).set({ browser, osId }).where(eq(sessions.id, record.sessionFk));
}

/** The handlers of the two endpoints of the specification that share the path `/access` (spec 1 §7). */
export function createAccessHandlers(deps: Deps) {
  const { now } = deps;
  return {
    async recordAccess(caller: Caller, client: Client, ip: string): Promise<Answer> {
      await commitChange(deps, caller.company, (tx) =>
        insertAccessRecord(tx, {
          companyFk: caller.company,
          userFk: caller.user,
          sessionFk: caller.id,
          mgrid: caller.mgrid,
          name: caller.name,
          ip,
          privateIp: client.mgr_pri_ip ?? null,
          browser: client.browser,
          loginFrom: loginOriginOf(caller, client),
          osId: client.dev_os_id,
          typeId: client.type_id,
          at: new Date(now()),
        }),
      );
      return { status: 'Success', objects: { isLogin: true, token: '', user_type: 0 } };
    },
    /** The result of a sign-in in short form: a sign-in with an open step counts as failed. */
    summarizeLogin({ step1, step2, step3, token, profile, cause }: LoginResult): Answer {
      const isLogin = step1 === 'success' && step2 === 'success' && step3 === 'success';
      return isLogin
        ? { status: 'Success', objects: { isLogin, token, user_type: profile?.member_type_id ?? 0 } }
        : { status: 'Fail', objects: { isLogin, token: '', user_type: cause?.['partner'] ? memberTypes.partner : 0 } };
    },
  };
}
