import type { AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import { Failure, type AnyEndpoint, type BodyOf, type ObjectsOf } from '@vigil/shared/contract/endpoint';
import { enrolAgent, renewAgentCredential, enrolCopiedDevice } from '@vigil/shared/contract/http/agents';
import { isRetryable } from '@vigil/shared/contract/problems';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { postJson, type PostJson } from './http-post.ts';

/** The HTTP side of the server. `onServerTime` receives the server's clock (ms, exact to a second) with each reply. */
export interface ApiTarget {
  server: string;
  post?: PostJson;
  /** Aborts requests. */
  signal?: AbortSignal;
  onServerTime?: (ms: number) => void;
}

/** The server refused the request. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  /** Whether the same request may succeed later. */
  get isTemporary(): boolean {
    return isRetryable(this.code);
  }
}

/** Half of what a caller may wait for a server, so that a second try fits into it. */
const TIMEOUT_MS = 15_000;

/** Adds the device to a company. Enrolling again with the same key returns the same device. */
export const postEnrolment = (api: ApiTarget, body: BodyOf<typeof enrolAgent>): Promise<ObjectsOf<typeof enrolAgent>> =>
  call(api, enrolAgent, body);

/** Issues a new credential; an expired one is accepted as proof. */
export const postRenewal = (api: ApiTarget, proof: AgentHandshake): Promise<ObjectsOf<typeof renewAgentCredential>> =>
  call(api, renewAgentCredential, proof);

/** Makes this hardware a device of its own, with the new key; the same key again gives the same device. */
export const postSplitHardwareEnrolment = (
  api: ApiTarget,
  body: BodyOf<typeof enrolCopiedDevice>,
): Promise<ObjectsOf<typeof enrolCopiedDevice>> => call(api, enrolCopiedDevice, body);

async function call<E extends AnyEndpoint>(api: ApiTarget, endpoint: E, body: BodyOf<E>): Promise<ObjectsOf<E>> {
  const url = `${api.server.replace(/\/+$/, '')}${API_BASE}${endpoint.path}`;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = api.signal === undefined ? timeout : AbortSignal.any([timeout, api.signal]);
  const { status, date, text } = await (api.post ?? postJson)(url, JSON.stringify(body), signal);
  reportServerTime(api, date);
  const payload = parseJson(text);
  if (status !== 200) throw refusalOf(status, payload);
  return endpoint.objects.parse((payload as { objects?: unknown } | null)?.objects) as ObjectsOf<E>;
}

function reportServerTime(api: ApiTarget, date: string | undefined): void {
  const time = Date.parse(date ?? '');
  if (Number.isFinite(time)) api.onServerTime?.(time);
}

function refusalOf(status: number, payload: unknown): ApiRefusal {
  const failure = Failure.safeParse(payload);
  if (failure.success) return new ApiRefusal(failure.data.error.code, failure.data.error.message);
  return new ApiRefusal(status >= 500 ? 'unavailable' : 'malformed', `the server replied with status ${status}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
