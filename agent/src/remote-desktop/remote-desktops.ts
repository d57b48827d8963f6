import type { OpenedRemoteSession } from '@vigil/shared/contract/events/agent-down/remote-session';
import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import type { Clock } from '../clock.ts';
import type { Host } from '../host/host.ts';
import { shortReasonOf, type Log } from '../log.ts';
import type { ProxyAddress } from '../proxy.ts';
import { assertSecureAddress, type ServerConnectionOptions } from '../server-address.ts';
import type { Signer } from '../signer.ts';
import { DesktopConnection } from './desktop-connection.ts';
import { dialRelay } from './relay-socket.ts';
import { UsedGrants, type UsedGrantsOptions } from './used-grants.ts';

export interface RemoteDesktopsOptions extends UsedGrantsOptions {
  readonly gatewayUrl: () => string;
  readonly transport: ServerConnectionOptions;
  readonly proxy: () => ProxyAddress;
  readonly host: Pick<Host, 'openDesktop'>;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly log: Log;
}

/** The browsers that see the desktop of this device, each in a session. */
export class RemoteDesktops implements Disposable {
  readonly #options: RemoteDesktopsOptions;
  readonly #grants: UsedGrants;
  readonly #connections = new Map<RemoteSessionId, DesktopConnection>();

  constructor(options: RemoteDesktopsOptions) {
    this.#options = options;
    this.#grants = new UsedGrants(options);
  }

  /** Meets the browser of a session at the relay; a session without one has an external viewer. */
  join({ session, relay_url: place, relay_ticket: ticket, grant }: OpenedRemoteSession): void {
    if (place === undefined || ticket === undefined || grant === undefined) return;
    const { gatewayUrl, transport, proxy, host, signer, clock, log } = this.#options;
    this.end(session);
    try {
      // The path of the relay behind the address that this device knows its server by.
      const url = new URL(place, gatewayUrl()).href;
      assertSecureAddress(url, transport);
      const socket = dialRelay({ url, ticket, proxy: proxy() });
      const refusal = this.#grants.take(grant, session);
      const { openDesktop } = host;
      const connection = new DesktopConnection({ socket, grant, refusal, openDesktop, signer, clock, log });
      this.#connections.set(session, connection);
      socket.once('close', () => {
        if (this.#connections.get(session) === connection) this.#connections.delete(session);
      });
    } catch (cause) {
      log.warn('relay not used', { reason: shortReasonOf(cause) });
    }
  }

  end(session: RemoteSessionId): void {
    this.#connections.get(session)?.[Symbol.dispose]();
    this.#connections.delete(session);
  }

  [Symbol.dispose](): void {
    for (const session of this.#connections.keys()) this.end(session);
  }
}
