import type { CommandType } from '@vigil/shared/contract/names';

/** Receives the events of an agent, for counting. */
export interface AgentObserver {
  connected?(): void;
  disconnected?(reason: string): void;
  sampleSent?(): void;
  frameSent?(bytes: number): void;
  commandReceived?(type: CommandType): void;
}
