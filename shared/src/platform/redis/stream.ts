import { z } from 'zod';
import { inventory } from '../../contract/events/agent-up/inventory.ts';
import { alive } from '../../contract/events/agent-up/alive.ts';
import { commandProgress } from '../../contract/events/agent-up/command-progress.ts';
import { CompanyPk, DevicePk } from '../../contract/ids.ts';
import { keys, partitionOf } from './keys.ts';
import type { Redis } from './redis.ts';
import { STREAM_LENGTH } from './seq.ts';

const device = DevicePk;

/** `[device, kind, at, connection]`; kind 1 online, 0 offline, 2 taken over by another socket. */
export const StateRow = z.tuple([device, z.union([z.literal(0), z.literal(1), z.literal(2)]), z.number(), z.uuid()]);

/** System information as the agent reported it, with the public address of its socket. */
export const SystemInfo = alive.payload.extend({ s_pub_ip: z.string() });

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

/** The payloads of the durable stream, by kind. */
export const streamData = {
  state: z.array(StateRow),
  system_info: z.object({ device, systemInfo: SystemInfo }),
  inventory: z.object({ device, inventory: inventory.payload }),
  command: z.object({ device, progress: commandProgress.payload, at: z.number() }),
  usage_rollup: z.object({ minute: z.number(), rows: z.array(UsageRollupRow) }),
} as const;

export type StreamKind = keyof typeof streamData;
export type StreamData = { [K in StreamKind]: z.infer<(typeof streamData)[K]> };

export type StreamEntry = {
  [K in StreamKind]: {
    readonly id: string;
    readonly company: CompanyPk;
    readonly kind: K;
    readonly seq: number;
    readonly data: StreamData[K];
  };
}[StreamKind];

export type EntryOf<K extends StreamKind> = Extract<StreamEntry, { kind: K }>;

const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: STREAM_LENGTH } as const;

export async function appendToStream<K extends StreamKind>(
  redis: Redis,
  entry: { company: CompanyPk; kind: K; data: StreamData[K] },
): Promise<void> {
  const fields = { kind: entry.kind, company: String(entry.company), data: JSON.stringify(entry.data) };
  await redis.commands.xAdd(keys.stream(partitionOf(entry.company)), '*', fields, { TRIM: trim });
}

export const isStreamKind = (kind: string): kind is StreamKind => Object.hasOwn(streamData, kind);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses an entry of the stream. @returns null when it is malformed or of an unknown kind */
export function parseEntry(id: string, fields: Readonly<Record<string, string>>): StreamEntry | null {
  const { kind = '', company = '', data = '', seq = '0' } = fields;
  if (!isStreamKind(kind)) return null;
  const parsed = streamData[kind].safeParse(parseJson(data));
  const of = CompanyPk.safeParse(Number(company));
  if (!parsed.success || !of.success) return null;
  return { id, company: of.data, kind, seq: Number(seq), data: parsed.data } as StreamEntry;
}
