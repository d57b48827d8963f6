/** How the agent may reach its server. */
export interface ServerConnectionOptions {
  /** Accepts plain HTTP beyond this device. */
  readonly allowPlainHttp: boolean;
  /** Address of the gateway, instead of the one that the server names. */
  readonly gateway?: string | undefined;
}

export const strictConnectionPolicy: ServerConnectionOptions = { allowPlainHttp: false };

/** An address over which the agent would reveal its secrets; the message names it and the reason, in one line. */
export class InsecureAddress extends Error {
  override readonly name = 'InsecureAddress';
}

/** The state of the agent is of another server than the one that it is started for. */
export class OtherServer extends Error {
  override readonly name = 'OtherServer';
}

/** Who could write to the state before it was protected could have chosen the server. @throws OtherServer */
export function assertSameServer(stored: string, given: string | undefined): void {
  if (given === undefined || new URL(stored).origin === new URL(given).origin) return;
  throw new OtherServer(
    `this device is enrolled at ${stored}, not at ${given}: start it without --server, or remove identity.json to enrol it there`,
  );
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

const isPlain = (url: URL): boolean => url.protocol !== 'https:' && url.protocol !== 'wss:';

/** @throws InsecureAddress for plain HTTP beyond this device, unless it is allowed */
export function assertSecureAddress(server: string, { allowPlainHttp }: ServerConnectionOptions): void {
  const url = new URL(server);
  if (isPlain(url) && !isLoopback(url) && !allowPlainHttp)
    throw new InsecureAddress(
      `${server} is not encrypted: use https, or --allow-plain-http in a network that you trust`,
    );
}

/**
 * Where the agent connects. The server names its public address; a server without one names its own `localhost`, which
 * is another computer for this device, so the address that the device was given counts.
 * @throws InsecureAddress when a server that is reached over https names a plain address, or a plain one is not
 *   allowed, also by `--gateway`
 */
export function chooseGatewayAddress(
  { server, named }: { server: string; named: string },
  transport: ServerConnectionOptions,
): string {
  if (transport.gateway !== undefined) {
    assertSecureAddress(transport.gateway, transport);
    return transport.gateway;
  }
  const [from, to] = [new URL(server), new URL(named)];
  const address = isLoopback(to) && !isLoopback(from) ? server : named;
  if (isPlain(new URL(address)) && !isPlain(from))
    throw new InsecureAddress(`the server names a gateway without encryption: ${named}`);
  assertSecureAddress(address, transport);
  return address;
}
