import { pause, type Clock } from '@vigil/agent/clock';
import { ApiRefusal, enrol, type AgentApi } from '@vigil/agent/enrol';
import type { Host } from '@vigil/agent/host';
import type { Identity } from '@vigil/agent/identity';
import { reasonOf, type Log } from '@vigil/agent/log';
import type { Signer } from '@vigil/agent/signer';
import { enrolAgent } from '@vigil/shared/contract/http/agents';

export interface EnrolmentParts {
  api: AgentApi;
  enrolToken: string;
  version: string;
  log: Log;
  clock: Clock;
  /** Ends the asking: what was asked then rejects. */
  signal: AbortSignal;
}

const RETRY_MS = 2_000;

/** Enrols one machine; asks again while the server cannot answer, and rejects when it says no. */
export async function enrolMachine(parts: EnrolmentParts, host: Host, signer: Signer): Promise<Identity> {
  const { api, enrolToken, version, log, clock, signal } = parts;
  const body = enrolAgent.body.parse({
    ...(await host.identity()),
    enrol_token: enrolToken,
    public_key: signer.publicKey,
    agent_version: version,
  });
  for (;;) {
    try {
      const { guid, gateway_url, credential } = await enrol(api, body);
      return { server: api.server, guid, gateway_url, credential };
    } catch (error) {
      if (signal.aborted || (error instanceof ApiRefusal && !error.passing)) throw error;
      log.warn('a machine cannot be enrolled yet', { reason: reasonOf(error) });
      await pause(clock, RETRY_MS);
    }
  }
}
