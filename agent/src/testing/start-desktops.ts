import { generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DeviceGuid, RemoteSessionId } from '@vigil/shared/contract/ids';
import type { DesktopGrant } from '@vigil/shared/contract/remote-desktop/grant';
import { AgentHello } from '@vigil/shared/contract/remote-desktop/messages';
import { desktopTranscriptText } from '@vigil/shared/contract/remote-desktop/transcript';
import { expect, onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { systemClock, type Clock } from '../clock.ts';
import type { OpenDesktop } from '../host/desktop/desktop.ts';
import { silentLog } from '../log.ts';
import { RemoteDesktops } from '../remote-desktop/remote-desktops.ts';
import { createSigner } from '../signer.ts';
import { CommandKeys } from './command-keys.ts';
import { createDesktopInbox, createViewerKeys, type ViewerAction } from './desktop-viewer.ts';
import { eventually } from './eventually.ts';
import { FakeDesktop } from './fake-desktop.ts';
import { FakeHost } from './fake-host.ts';

/** A relay, and the desktops of one device. */
export async function startDesktops(
  openDesktop?: OpenDesktop,
  reach: (relay: string) => Promise<string> = (relay) => Promise.resolve(relay),
  clock: Clock = systemClock,
) {
  const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const sockets: { socket: WebSocket; received: Buffer[] }[] = [];
  relay.on('connection', (socket) => {
    const received: Buffer[] = [];
    sockets.push({ socket, received });
    socket.on('message', (data: Buffer) => received.push(data));
  });
  await once(relay, 'listening');
  const keys = new CommandKeys();
  const device = generateKeyPairSync('ed25519');
  const signer = createSigner(device.privateKey);
  const guid = DeviceGuid.parse(randomUUID());
  const desktop = new FakeDesktop();
  const host = new FakeHost();
  host.openDesktop = openDesktop ?? (() => Promise.resolve(desktop));
  const ended: string[] = [];
  const locked: boolean[] = [];
  const answered: string[] = [];
  const { port } = relay.address() as AddressInfo;
  const gatewayUrl = await reach(`http://127.0.0.1:${port}`);
  const desktops = new RemoteDesktops({
    guid: () => guid,
    trustedKey: (keyId) => Promise.resolve(keys.offered().command_keys.find(({ key_id }) => key_id === keyId)),
    serverNow: Date.now,
    gatewayUrl: () => gatewayUrl,
    transport: { allowPlainHttp: false },
    proxy: () => null,
    host,
    signer,
    clock,
    log: silentLog,
    onHandedOver: () => undefined,
    onInputLocked: ({ isOn }) => locked.push(isOn),
    onConsentAnswered: ({ answer }) => answered.push(answer),
    onEnded: (sessions, reason) => {
      ended.push(reason);
      for (const one of sessions) desktops.end(one);
    },
  });
  onTestFinished(() => {
    desktops[Symbol.dispose]();
    relay.close();
  });

  const session = RemoteSessionId.parse(randomUUID());
  const viewer = createViewerKeys();
  type Changed = Partial<Omit<DesktopGrant, 'key_id' | 'signature'>>;
  const grantOf = (more: Changed = {}) =>
    keys.signGrant({
      session,
      guid,
      viewer_key: viewer.publicKey,
      rights: ['view', 'input'],
      expires_at: Date.now() + 60_000,
      ...more,
    });
  const join = (grant: DesktopGrant, user_name: string) =>
    desktops.join({
      session: grant.session,
      type: 'rc',
      user_name,
      ends_at: null,
      relay_url: `/relay/${grant.session}`,
      relay_ticket: 'vigil_a-ticket-for-the-agent',
      grant,
    });

  /** Lets the relay say that both ends are there. */
  const meet = async (grant: DesktopGrant, name = 'Mina') => {
    const before = sockets.length;
    join(grant, name);
    const { socket, received } = await eventually(() => sockets[before] ?? null);
    await eventually(() => received.length > 0);
    expect(JSON.parse(String(received.shift()))).toEqual({ ticket: 'vigil_a-ticket-for-the-agent' });
    socket.send('{"relay":"ready"}');
    const nextHello = async () =>
      AgentHello.parse(JSON.parse(String(await eventually(() => received.shift() ?? null))));
    return { socket, received, nextHello };
  };

  /** What the agent says first. */
  const greet = async (grant: DesktopGrant, name?: string) => {
    const met = await meet(grant, name);
    return { ...met, hello: await met.nextHello() };
  };

  const view = async (grant = grantOf(), { name = 'Mina', own = viewer } = {}) => {
    const { socket, received, hello } = await greet(grant, name);
    if (!('agent_key' in hello)) throw new Error(JSON.stringify(hello));
    const transcript = desktopTranscriptText(grant, hello.agent_key);
    const signature = Buffer.from(hello.signature, 'base64');
    expect(verify(null, Buffer.from(transcript), device.publicKey, signature)).toBe(true);
    const inbox = createDesktopInbox(received, own.agree(grant, hello.agent_key));
    const send = (action: ViewerAction & { epoch?: number }) => socket.send(inbox.seal(action));
    return { ...inbox, socket, send };
  };

  /** Another user at the same desktop. */
  const viewToo = (name: string, more: Changed = {}) => {
    const own = createViewerKeys();
    const other = { session: RemoteSessionId.parse(randomUUID()), viewer_key: own.publicKey };
    return view(grantOf({ ...other, ...more }), { name, own });
  };
  const heard = { ended, locked, answered };
  return { desktop, desktops, host, ...heard, session, guid, signer, keys, grantOf, greet, meet, view, viewToo };
}
