import * as z from 'zod';
import { commandProgress } from '../../contract/events/agent-up/command-progress.ts';
import { inventory } from '../../contract/events/agent-up/inventory.ts';
import { PolicyComplianceFacts } from '../../contract/events/agent-up/policy-state.ts';
import { actionReported, fileTransferred, remoteSessionState } from '../../contract/events/agent-up/remote-session.ts';
import { systemInfoReport } from '../../contract/events/agent-up/system-info-report.ts';
import { ProcessRow } from '../../contract/events/agent-up/usage.ts';
import { Hardware } from '../../contract/hardware.ts';
import { CompanyPk, DevicePk } from '../../contract/ids.ts';
import { redisKeys, partitionOf } from './keys.ts';
import type { Redis } from './redis.ts';
import { MAX_PARTITION_STREAM_LENGTH } from './seq.ts';

const device = DevicePk;

/** `[device, kind, at, connection]`; kind 1 online, 0 offline, 2 taken over by another socket. */
export const PresenceStateRow = z.tuple([
  device,
  z.union([z.literal(0), z.literal(1), z.literal(2)]),
  z.number(),
  z.uuid(),
]);

/**
 * System information as the agent reported it, with what its socket says; gateways of the version before name no
 * protocol.
 */
export const SystemInfo = systemInfoReport.payload.extend({
  s_pub_ip: z.string(),
  protocol: z.int().default(1),
  hardware: Hardware.optional(),
});

const measure = z.number().nullable();

/** One minute of one device: number of samples, then averages and extremes (columns of `usage_minutes`). */
export const UsageRollupRow = z.tuple([
  device,
  z.int(),
  measure,
  measure,
  measure,
  measure,
  measure,
  measure,
  measure,
  measure,
]);

/**
 * The least processor and memory usage in the minute of a row; beside the rows, whose length neighbouring versions
 * check.
 */
const UsageMinimum = z.tuple([device, measure, measure]);

/** The payloads of the durable stream, by kind. */
export const streamPayloadSchemas = {
  state: z.array(PresenceStateRow),
  system_info: z.object({ device, systemInfo: SystemInfo }),
  /** Hardware that was refused, in milliseconds since 1970; what is connected is named in `system_info`. */
  hardware: z.object({ device, hardware: Hardware, publicIp: z.string(), at: z.number() }),
  inventory: z.object({ device, inventory: inventory.payload }),
  command: z.object({ device, progress: commandProgress.payload, at: z.number() }),
  remote_state: z.object({ device, report: remoteSessionState.payload }),
  file_transferred: z.object({ device, file: fileTransferred.payload }),
  action_reported: z.object({ device, action: actionReported.payload }),
  usage_rollup: z.object({
    minute: z.number(),
    rows: z.array(UsageRollupRow),
    minimums: z.array(UsageMinimum).default([]),
  }),
  policy_state: z.object({ device, at: z.number(), state: PolicyComplianceFacts }),
  processes: z.object({ device, at: z.number(), rows: z.array(ProcessRow), total: z.int().optional() }),
} as const;

export type StreamKind = keyof typeof streamPayloadSchemas;
export type StreamPayloadByKind = { [K in StreamKind]: z.infer<(typeof streamPayloadSchemas)[K]> };

export type StreamEntry = {
  [K in StreamKind]: {
    readonly id: string;
    readonly company: CompanyPk;
    readonly kind: K;
    readonly seq: number;
    readonly data: StreamPayloadByKind[K];
  };
}[StreamKind];

export type StreamEntryOf<K extends StreamKind> = Extract<StreamEntry, { kind: K }>;

const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: MAX_PARTITION_STREAM_LENGTH } as const;

/** Whether entries of this kind have the stream of commands, so that they never wait behind a batch of others. */
const isUrgent = (kind: StreamKind): boolean => kind === 'command' || kind === 'remote_state';

export async function appendToPartitionStream<K extends StreamKind>(
  redis: Redis,
  entry: { company: CompanyPk; kind: K; data: StreamPayloadByKind[K] },
): Promise<void> {
  const fields = { kind: entry.kind, company: String(entry.company), data: JSON.stringify(entry.data) };
  const partition = partitionOf(entry.company);
  const key = isUrgent(entry.kind) ? redisKeys.commandStream(partition) : redisKeys.stream(partition);
  await redis.commands.xAdd(key, '*', fields, { TRIM: trim });
}

export const isStreamKind = (kind: string): kind is StreamKind => Object.hasOwn(streamPayloadSchemas, kind);

/** When an entry was appended: its id begins with the milliseconds. */
export const timeOfStreamEntry = (id: string): Date => new Date(Number.parseInt(id, 10));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses an entry of the stream. @returns null when it is malformed or of an unknown kind */
export function parseStreamEntry(id: string, fields: Readonly<Record<string, string>>): StreamEntry | null {
  const { kind = '', company = '', data = '', seq = '0' } = fields;
  if (!isStreamKind(kind)) return null;
  const parsed = streamPayloadSchemas[kind].safeParse(parseJson(data));
  const of = CompanyPk.safeParse(Number(company));
  if (!parsed.success || !of.success) return null;
  return { id, company: of.data, kind, seq: Number(seq), data: parsed.data } as StreamEntry;
}
