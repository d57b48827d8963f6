import type { Readable } from 'node:stream';
import type { AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { postForStream } from './http-post.ts';
import type { ProxyAddress } from './proxy.ts';

export interface AuthenticatedDownloadRequest {
  readonly server: string;
  /** Below the base of the API. */
  readonly path: string;
  /** For a release, with the offset from which on it is wanted. */
  readonly proof: AgentHandshake & { readonly offset?: number };
}

/**
 * The file of an application or release, from the server that the device is enrolled at. Rejects when it is refused.
 */
export async function openDownload(
  { server, path, proof }: AuthenticatedDownloadRequest,
  proxy: ProxyAddress,
  signal: AbortSignal,
): Promise<Readable> {
  const url = `${server.replace(/\/+$/, '')}${API_BASE}${path}`;
  const reply = await postForStream({ url, body: JSON.stringify(proof), signal }, proxy);
  if (reply.statusCode === 200) return reply;
  reply.destroy();
  throw new Error(`the server answered ${reply.statusCode ?? 0}`);
}
