import { randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import { AgentHandshake, proofText, type AgentHandshakeRefusal } from '@vigil/shared/contract/agent-handshake';
import type { Command } from '@vigil/shared/contract/command';
import type { ListenerMap, PayloadOf } from '@vigil/shared/contract/event';
import type { agentDown } from '@vigil/shared/contract/events/agent-down';
import { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import type { AgentSettings } from '@vigil/shared/contract/events/agent-down/settings';
import { agentUp } from '@vigil/shared/contract/events/agent-up';
import { enrolAgent, renewAgentCredential, enrolCopiedDevice } from '@vigil/shared/contract/http/agents';
import { API_BASE, AGENT_NAMESPACE } from '@vigil/shared/contract/protocol-version';
import { Server, type Socket } from 'socket.io';
import type { z } from 'zod';
import { scaledTimeout } from '../../../tests/support/scaled-timeout.ts';
import { publicKeyFrom } from '../raw-keys.ts';
import { CommandKeys } from './command-keys.ts';
import { ReleaseKeys } from './release-keys.ts';

/** Only an agent that is stuck takes as long. */
const ANSWERS_WITHIN_MS = scaledTimeout(60_000);

type GatewaySocket = Socket<ListenerMap<typeof agentUp>, ListenerMap<typeof agentDown>>;
type Received = { [K in keyof typeof agentUp as (typeof agentUp)[K]['name']]: PayloadOf<(typeof agentUp)[K]>[] };

/** How often it pings, and how long it waits for the answer, in milliseconds. */
export interface PingTimes {
  readonly interval: number;
  readonly timeout: number;
}

type NewCommand = Omit<Command, 'id' | 'deadline'> & { id?: string; deadline?: string };

/** A gateway and its API in one small server: verifies handshakes, records what it receives, and fails on request. */
export class TestGateway implements AsyncDisposable {
  readonly received: Received = {
    alive: [],
    system_usage: [],
    inventory: [],
    processes: [],
    thumbnail: [],
    thumbnail_same: [],
    command_progress: [],
    remote_state: [],
    file_transferred: [],
    action_reported: [],
    policy_state: [],
  };
  readonly frames: Uint8Array[] = [];
  readonly handshakes: AgentHandshake[] = [];
  readonly enrolments: unknown[] = [];
  renewals = 0;
  /** The new keys that agents asked for. */
  readonly newKeys: string[] = [];
  /** So many answers to them are lost; the change is made all the same. */
  lostKeyAnswers = 0;
  /** Decides about each handshake after its signature was verified; `null` accepts it. */
  refuse: (handshake: AgentHandshake) => AgentHandshakeRefusal | null = () => null;
  /** The API answers renewal and enrolment with this problem instead. */
  apiProblem: { status: number; code: string } | null = null;
  /** The answer to `command_progress`; `null` = none. */
  progressAck: { ok: true } | { ok: false; error: { code: string } } | null = { ok: true };
  /** Whether reports of remote sessions are answered. */
  answersStates = true;
  /** The answers to the next inventories; without one an inventory is accepted. */
  readonly inventoryDenials: { code: string; retry_after_ms?: number }[] = [];
  /** Accepts transports and never completes a handshake. */
  ignoresHandshakes = false;
  /** The keys of its commands. */
  commandKeys = new CommandKeys();
  /** The keys of the releases that it offers. */
  releaseKeys = new ReleaseKeys();
  /** Of a version that knows no keys of commands. */
  namesNoKeys = false;
  /** Lifetime of the credentials that it issues, in seconds. */
  credentialLife = 86_400;
  readonly #keys = new Map<string, { guid: string; key: string }>();
  readonly #tcp = new Set<TcpSocket>();
  readonly #pings: PingTimes;
  #http: HttpServer;
  #io: Server;
  #port = 0;

  constructor(pings: PingTimes = { interval: 5_000, timeout: 5_000 }) {
    this.#pings = pings;
    [this.#http, this.#io] = this.#build();
  }

  static async start(pings?: PingTimes): Promise<TestGateway> {
    const gateway = new TestGateway(pings);
    await gateway.#listen();
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get sockets(): GatewaySocket[] {
    return [...this.#io.of(AGENT_NAMESPACE).sockets.values()] as GatewaySocket[];
  }

  get socket(): GatewaySocket {
    const [socket] = this.sockets;
    if (socket === undefined) throw new Error('no agent is connected');
    return socket;
  }

  /** The device of the latest handshake. */
  get guid(): string {
    return guidOf(this.handshakes.at(-1)?.credential ?? '');
  }

  /** Sends a command that is signed for the connected device. */
  async command(command: NewCommand): Promise<CommandAnswer> {
    return this.sendRaw(this.signed(command));
  }

  /** A command to install an application. */
  application(id: string = randomUUID()): NewCommand {
    const path = `/agents/applications/${id}`;
    const file = { path, kind: 'sh', size: 1, sha256: '0'.repeat(64) } as const;
    const args = { application_pk: 1, name: 'Example 1.0', ...file, install_args: [], run_after: [] };
    return { id, type: 'application_install', args } as never;
  }

  signed(command: NewCommand, { keyId, guid }: { keyId?: string; guid?: string } = {}): Command {
    const deadline = new Date(Date.now() + 60_000).toISOString();
    const full = { id: randomUUID(), deadline, ...command } as Command;
    return this.commandKeys.sign(full, guid ?? this.guid, keyId);
  }

  async sendRaw(raw: unknown): Promise<CommandAnswer> {
    return CommandAnswer.parse(await this.socket.timeout(ANSWERS_WITHIN_MS).emitWithAck('command', raw as Command));
  }

  /** Sends settings to every connected agent. */
  sendSettings(settings: Partial<z.input<typeof AgentSettings>>): void {
    const full = { refresh_interval: 5, img_refresh_interval: 5, config: {}, ...settings };
    for (const socket of this.sockets) socket.emit('settings', full);
  }

  /** Like a killed process: connections are destroyed and the port is closed. */
  async stop(): Promise<void> {
    for (const tcp of this.#tcp) tcp.destroy();
    await this.#io.close();
  }

  /** Listens on the same address again, without the earlier sockets. */
  async restart(): Promise<void> {
    [this.#http, this.#io] = this.#build();
    await this.#listen();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** A credential that was issued so many seconds from now. */
  credentialFor(guid: string, issuedInS = 0): string {
    const iat = Math.floor(Date.now() / 1_000) + issuedInS;
    const body = { guid, iat, exp: iat + this.credentialLife, jti: randomUUID() };
    return `h.${Buffer.from(JSON.stringify(body)).toString('base64url')}.s`;
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#http.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#http.address() as AddressInfo).port;
  }

  #build(): [HttpServer, Server] {
    const http = createServer((request, reply) => void this.#serve(request, reply));
    http.on('connection', (tcp) => {
      this.#tcp.add(tcp);
      tcp.on('close', () => this.#tcp.delete(tcp));
    });
    const { interval: pingInterval, timeout: pingTimeout } = this.#pings;
    const io = new Server(http, { transports: ['websocket'], pingInterval, pingTimeout });
    const agents = io.of(AGENT_NAMESPACE);
    agents.use((socket, next) => {
      const refusal = this.#check(socket.handshake.auth);
      if (this.ignoresHandshakes) return;
      next(refusal === null ? undefined : Object.assign(new Error(refusal.code), { data: refusal }));
    });
    agents.on('connection', (socket: GatewaySocket) => this.#registerListeners(socket));
    return [http, io];
  }

  #check(auth: unknown): AgentHandshakeRefusal | null {
    const handshake = AgentHandshake.parse(auth);
    const guid = guidOf(handshake.credential);
    const known = this.#keys.get(guid);
    if (known === undefined) return { code: 'credential_invalid' };
    const replayed = this.handshakes.some(({ nonce }) => nonce === handshake.nonce);
    this.handshakes.push(handshake);
    const key = publicKeyFrom('Ed25519', known.key);
    const text = proofText('connect', { ...handshake, guid: guid as never });
    if (!verify(null, Buffer.from(text), key, Buffer.from(handshake.sig, 'base64'))) return { code: 'bad_signature' };
    return replayed ? { code: 'replayed' } : this.refuse(handshake);
  }

  #registerListeners(socket: GatewaySocket): void {
    socket.on('alive', (payload) => this.received.alive.push(agentUp.alive.payload.parse(payload)));
    socket.on('system_usage', (payload) => this.received.system_usage.push(agentUp.systemUsage.payload.parse(payload)));
    socket.on('processes', (payload) => this.received.processes.push(agentUp.processes.payload.parse(payload)));
    socket.on('thumbnail', (header, bytes) => {
      this.received.thumbnail.push(agentUp.thumbnail.payload.parse(header));
      this.frames.push(bytes);
    });
    socket.on('thumbnail_same', (payload) =>
      this.received.thumbnail_same.push(agentUp.thumbnailSame.payload.parse(payload)),
    );
    socket.on('inventory', (payload, answer) => {
      const error = this.inventoryDenials.shift();
      if (error) return answer({ ok: false, error });
      this.received.inventory.push(payload);
      answer({ ok: true });
    });
    socket.on('remote_state', (payload, answer) => {
      this.received.remote_state.push(agentUp.remoteSessionState.payload.parse(payload));
      if (this.answersStates) answer({ ok: true });
    });
    socket.on('file_transferred', (payload, answer) => {
      this.received.file_transferred.push(agentUp.fileTransferred.payload.parse(payload));
      answer({ ok: true });
    });
    socket.on('action_reported', (payload, answer) => {
      this.received.action_reported.push(agentUp.actionReported.payload.parse(payload));
      answer({ ok: true });
    });
    socket.on('policy_state', (payload) => {
      this.received.policy_state.push(agentUp.policyState.payload.parse(payload));
    });
    socket.on('command_progress', (payload, answer) => {
      this.received.command_progress.push(agentUp.commandProgress.payload.parse(payload));
      if (this.progressAck !== null) answer(this.progressAck);
    });
  }

  async #serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const send = (status: number, payload: object) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status, ...payload }));
    if (this.apiProblem !== null) {
      const { status, code } = this.apiProblem;
      return void send(status, { error: { code, message: `refused: ${code}` } });
    }
    if (request.url === `${API_BASE}${enrolAgent.path}`)
      send(200, { objects: this.#enrol(enrolAgent.body.parse(body)) });
    else if (request.url === `${API_BASE}${enrolCopiedDevice.path}`) {
      const objects = this.#replaceKey(enrolCopiedDevice.body.parse(body));
      if (this.newKeys.length > this.lostKeyAnswers) send(200, { objects });
      else reply.destroy();
    } else if (request.url === `${API_BASE}${renewAgentCredential.path}`)
      send(200, { objects: this.#renew(renewAgentCredential.body.parse(body)) });
    else send(404, { error: { code: 'not_found', message: 'not found' } });
  }

  #enrol(body: { public_key: string; name: string }) {
    this.enrolments.push(body);
    const known = [...this.#keys.values()].find(({ key }) => key === body.public_key);
    const guid = known?.guid ?? randomUUID();
    this.#keys.set(guid, { guid, key: body.public_key });
    const credential = this.credentialFor(guid);
    const device = { guid, device_pk: this.#keys.size, alias: body.name, approval: 1 };
    return { ...device, gateway_url: this.url, credential, ...this.#offered() };
  }

  #replaceKey({ new_key: public_key, name }: { new_key: string; name: string }) {
    this.newKeys.push(public_key);
    return this.#enrol({ public_key, name });
  }

  #renew(handshake: AgentHandshake) {
    this.renewals += 1;
    return { credential: this.credentialFor(guidOf(handshake.credential)), gateway_url: this.url, ...this.#offered() };
  }

  #offered() {
    return this.namesNoKeys ? {} : { ...this.commandKeys.offered(), ...this.releaseKeys.offered() };
  }
}

function guidOf(credential: string): string {
  const { guid } = JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()) as { guid: string };
  return guid;
}
