import type { ApiTokenPk, GroupPk } from '@vigil/shared/contract/ids';
import type { Session } from '@vigil/shared/platform/sessions';

/** The caller of a request: the session, or what stands for one where an API token was sent. */
export interface Caller extends Session {
  /** What the endpoint that is called may record in the audit. */
  readonly declared?: ReadonlySet<number>;
  readonly token?: {
    readonly pk: ApiTokenPk;
    /** The groups that the token names; null without a limit. `sight` is what remains. */
    readonly groupLimit: readonly GroupPk[] | null;
  };
}
