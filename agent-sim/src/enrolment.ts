import { ApiRefusal, postEnrolment, type ApiTarget } from '@vigil/agent/agent-api';
import { sleep, type Clock } from '@vigil/agent/clock';
import type { Host } from '@vigil/agent/host';
import type { IdentityFromEnrolment } from '@vigil/agent/identity';
import { shortReasonOf, type Log } from '@vigil/agent/log';
import type { Signer } from '@vigil/agent/signer';
import { backOffDelay, type BackOff } from '@vigil/shared/contract/back-off';
import { enrolAgent } from '@vigil/shared/contract/http/agents';

export interface EnrolDeviceOptions {
  api: ApiTarget;
  enrolToken: string;
  version: string;
  log: Log;
  clock: Clock;
  /** Ends the retries; the pending enrolment rejects. */
  signal: AbortSignal;
}

/** A fleet that is refused in the same moment must not retry in the same moment. */
const RETRY: BackOff = { firstMs: 2_000, maxMs: 15_000, jitter: 0.5 };

/** Enrols one device; retries while the server is unavailable and rejects when it refuses. */
export async function enrolDevice(
  options: EnrolDeviceOptions,
  host: Host,
  signer: Signer,
): Promise<IdentityFromEnrolment> {
  const { api, enrolToken, version, log, clock, signal } = options;
  const body = enrolAgent.body.parse({
    ...(await host.identity()),
    enrol_token: enrolToken,
    public_key: signer.publicKey,
    agent_version: version,
  });
  for (let failures = 1; ; failures += 1) {
    try {
      const { guid, gateway_url, credential, command_keys, release_keys } = await postEnrolment(api, body);
      return { server: api.server, guid, gateway_url, credential, command_keys, release_keys };
    } catch (error) {
      if (signal.aborted || (error instanceof ApiRefusal && !error.isTemporary)) throw error;
      log.warn('enrolment failed', { reason: shortReasonOf(error) });
      await sleep(clock, backOffDelay(RETRY, failures), signal);
    }
  }
}
