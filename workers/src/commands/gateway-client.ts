import { randomUUID } from 'node:crypto';
import type { Command } from '@vigil/shared/contract/command';
import type { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { AGENT_ANSWER_TIMEOUT_MS } from '@vigil/shared/domain/command-life';
import { publish, type Subscribe } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { BusMessageOf } from '@vigil/shared/platform/bus/messages';
import { readDevicePresence } from '@vigil/shared/platform/redis/presence';
import type { Redis } from '@vigil/shared/platform/redis/redis';

/** `offline`: the device has no socket. `unanswered`: it has one, but did not answer; the command may be sent again. */
export type DeliveryOutcome =
  | { kind: 'answered'; answer: CommandAnswer }
  | { kind: 'offline' }
  | { kind: 'unanswered' };

/** A command for a device. `signedOnly`: an agent that cannot check its signature must not get it. */
export interface CommandToDeliver {
  readonly device: DevicePk;
  readonly command: Command;
  readonly signedOnly: boolean;
}

export interface GatewayClient extends AsyncDisposable {
  deliver(company: CompanyPk, deliverable: CommandToDeliver): Promise<DeliveryOutcome>;
}

const REPLY_MS = AGENT_ANSWER_TIMEOUT_MS + 2_000;

/** Delivers commands through the gateway that has the agent's socket, which is found by the presence in Redis. */
export async function createGatewayClient(redis: Redis, subscribe: Subscribe): Promise<GatewayClient> {
  const replyTo = busChannels.replies(randomUUID());
  const waiting = new Map<string, (answer: CommandAnswer | null) => void>();
  const unsubscribe = await subscribe(replyTo, ({ request, answer }) => waiting.get(request)?.(answer));

  const ask = (gateway: string, call: BusMessageOf<'command'>) =>
    new Promise<CommandAnswer | null>((resolve, reject) => {
      const timer = setTimeout(() => finish(null), REPLY_MS);
      const finish = (answer: CommandAnswer | null) => {
        clearTimeout(timer);
        waiting.delete(call.request);
        resolve(answer);
      };
      waiting.set(call.request, finish);
      publish(redis, busChannels.gateway(gateway), call).catch((cause: unknown) => {
        finish(null);
        reject(cause instanceof Error ? cause : new Error(String(cause)));
      });
    });

  return {
    async deliver(company, { device, command, signedOnly: signed_only }) {
      const presence = await readDevicePresence(redis, company, device);
      if (!presence) return { kind: 'offline' };
      const call = { t: 'command', request: randomUUID(), replyTo, company, device, command, signed_only } as const;
      const answer = await ask(presence.gateway, call);
      return answer ? { kind: 'answered', answer } : { kind: 'unanswered' };
    },
    async [Symbol.asyncDispose]() {
      await unsubscribe().catch(() => undefined);
      for (const finish of waiting.values()) finish(null);
    },
  };
}
