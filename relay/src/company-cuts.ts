import type { CompanyPk, RemoteSessionId } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { Deps } from './deps.ts';

/** Hears the ends of sessions of the companies that have a socket here (RELAY-3). */
export function createCompanyCuts({ subscribe }: Deps, onCut: (session: RemoteSessionId) => void) {
  const watched = new Map<CompanyPk, { users: number; subscription: Promise<Unsubscribe> }>();
  const release = (company: CompanyPk) => {
    const entry = watched.get(company);
    if (!entry) return;
    entry.users -= 1;
    if (entry.users > 0) return;
    watched.delete(company);
    void entry.subscription.then((unsubscribe) => unsubscribe()).catch(() => undefined);
  };
  return {
    /** Resolves once the ends of sessions are heard, until the handle is disposed. */
    async watch(company: CompanyPk): Promise<Disposable> {
      const entry = watched.get(company) ?? {
        users: 0,
        subscription: subscribe(busChannels.company(company), (message) => {
          if (message.t === 'remote_session_cut') onCut(message.cut.session);
        }),
      };
      entry.users += 1;
      watched.set(company, entry);
      try {
        await entry.subscription;
      } catch (cause) {
        release(company);
        throw cause;
      }
      return { [Symbol.dispose]: () => release(company) };
    },
  };
}
