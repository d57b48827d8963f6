import type { CommandType } from '@vigil/shared/contract/command';

/** Hears what an agent does, to count it. */
export interface AgentObserver {
  connected?(): void;
  disconnected?(reason: string): void;
  sampleSent?(): void;
  frameSent?(bytes: number): void;
  commandTaken?(type: CommandType): void;
}
