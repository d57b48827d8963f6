import type { OpenedRemoteSession } from '@vigil/shared/contract/events/agent-down/remote-session';
import type { DeviceEndReason } from '@vigil/shared/contract/events/agent-up/remote-session';
import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import type { Clock } from '../clock.ts';
import { deviceFingerprint } from '../device-fingerprint.ts';
import type { OpenDesktop } from '../host/desktop/desktop.ts';
import type { Banner, Host } from '../host/host.ts';
import { shortNames } from '../host/person/person-texts.ts';
import { shortReasonOf, type Log } from '../log.ts';
import type { ProxyAddress } from '../proxy.ts';
import { assertSecureAddress, type ServerConnectionOptions } from '../server-address.ts';
import type { Signer } from '../signer.ts';
import { AbsentViewers } from './absent-viewers.ts';
import { Consents, type AnsweredConsent } from './consents.ts';
import { DesktopConnection } from './desktop-connection.ts';
import { InputControl, type HandOver } from './input-control.ts';
import type { InputLockChange } from './input-lock.ts';
import { dialRelay } from './relay-socket.ts';
import { SharedDesktop } from './shared-desktop.ts';
import { UsedGrants, type UsedGrantsOptions } from './used-grants.ts';

export interface RemoteDesktopsOptions extends UsedGrantsOptions {
  readonly gatewayUrl: () => string;
  readonly transport: ServerConnectionOptions;
  readonly proxy: () => ProxyAddress;
  readonly host: Pick<Host, 'openDesktop' | 'askPerson' | 'showBanner' | 'personTexts'>;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly log: Log;
  readonly onHandedOver: (handOver: HandOver) => void;
  readonly onInputLocked: (change: InputLockChange) => void;
  readonly onConsentAnswered: (answered: AnsweredConsent) => void;
  /**
   * Sessions end here: by the person at the device, who may also not let one in, or because their viewers do not come
   * back.
   */
  readonly onEnded: (sessions: readonly RemoteSessionId[], reason: DeviceEndReason) => void;
}

const NO_BANNER: Omit<Banner, 'fingerprint'> = { names: '', isLocked: false };

/** The browsers that see the desktop of this device, each in a session. */
export class RemoteDesktops implements Disposable {
  readonly #options: RemoteDesktopsOptions;
  readonly #grants: UsedGrants;
  readonly #connections = new Map<RemoteSessionId, DesktopConnection>();
  readonly #desktop: SharedDesktop;
  readonly #control: InputControl;
  readonly #consents: Consents;
  readonly #absent: AbsentViewers;
  readonly #fingerprint: string;
  #shown: { readonly banner: Banner; readonly handle: Disposable } | null = null;

  constructor(options: RemoteDesktopsOptions) {
    this.#options = options;
    this.#fingerprint = deviceFingerprint(options.signer);
    this.#grants = new UsedGrants(options);
    this.#desktop = new SharedDesktop(() => this.#openDesktop());
    const onInputLocked = (change: InputLockChange) => {
      if (change.isOn) this.#consents.leaveToRule();
      this.#showBanner();
      options.onInputLocked(change);
    };
    this.#control = new InputControl({ ...options, onInputLocked });
    this.#absent = new AbsentViewers({ clock: options.clock, onLost: (session) => options.onEnded([session], 'lost') });
    this.#consents = new Consents({
      ...options,
      fingerprint: this.#fingerprint,
      isInputLocked: () => this.#control.isInputLocked,
      onAnswered: options.onConsentAnswered,
    });
  }

  /** Meets the browser of a session at the relay; a session without one has an external viewer. */
  join({ session, user_name: userName, relay_url: place, relay_ticket: ticket, grant }: OpenedRemoteSession): void {
    if (place === undefined || ticket === undefined || grant === undefined) return;
    const { gatewayUrl, transport, proxy, signer, clock, log } = this.#options;
    this.#disconnect(session);
    this.#absent.add(session);
    try {
      // The path of the relay behind the address that this device knows its server by.
      const url = new URL(place, gatewayUrl()).href;
      assertSecureAddress(url, transport);
      const socket = dialRelay({ url, ticket, proxy: proxy() });
      const connection = new DesktopConnection({
        socket,
        grant,
        userName,
        refusal: this.#grants.take(grant, session),
        consents: this.#consents,
        desktop: this.#desktop,
        control: this.#control,
        signer,
        clock,
        log,
        onViewing: () => this.#showBanner(),
        onNotLetIn: (reason) => this.#options.onEnded([session], reason),
      });
      this.#connections.set(session, connection);
      const isCurrent = () => this.#connections.get(session) === connection;
      socket.once('message', () => isCurrent() && this.#absent.remove(session));
      socket.once('close', () => {
        if (isCurrent()) {
          this.#connections.delete(session);
          this.#absent.add(session);
        }
        this.#showBanner();
      });
    } catch (cause) {
      log.warn('relay not used', { reason: shortReasonOf(cause) });
    }
  }

  /** The session has ended. */
  end(session: RemoteSessionId): void {
    this.#disconnect(session);
    this.#absent.remove(session);
    this.#control.end(session);
    this.#consents.forget(session);
    this.#showBanner();
  }

  [Symbol.dispose](): void {
    for (const session of this.#connections.keys()) this.end(session);
    this.#absent[Symbol.dispose]();
    this.#control[Symbol.dispose]();
    this.#consents[Symbol.dispose]();
  }

  async #openDesktop(): ReturnType<OpenDesktop> {
    const desktop = await this.#options.host.openDesktop();
    if (typeof desktop === 'object') desktop.onLocalInput(() => this.#control.pauseForLocalInput());
    return desktop;
  }

  #disconnect(session: RemoteSessionId): void {
    this.#connections.get(session)?.[Symbol.dispose]();
    this.#connections.delete(session);
  }

  /** Says at the device who sees its screen. */
  #showBanner(): void {
    const viewing = [...this.#connections.values()].filter(({ isViewing }) => isViewing);
    const banner = {
      names: shortNames(viewing.map(({ name }) => name)),
      fingerprint: this.#fingerprint,
      isLocked: this.#control.isInputLocked,
    };
    const shown = this.#shown?.banner ?? NO_BANNER;
    if (banner.names === shown.names && banner.isLocked === shown.isLocked) return;
    this.#shown?.handle[Symbol.dispose]();
    const onEnd = () => {
      this.#options.onEnded(
        viewing.map(({ session }) => session),
        'person',
      );
    };
    this.#shown = banner.names === '' ? null : { banner, handle: this.#options.host.showBanner(banner, onEnd) };
  }
}
