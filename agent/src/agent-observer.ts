import type { AgentCommandType } from '@vigil/shared/contract/names';

/** Receives the events of an agent, for counting. */
export interface AgentObserver {
  connected?(): void;
  disconnected?(reason: string): void;
  sampleSent?(): void;
  frameSent?(bytes: number): void;
  commandReceived?(type: AgentCommandType): void;
  sessionStarted?(): void;
  sessionWarned?(): void;
  sessionEnded?(): void;
}
