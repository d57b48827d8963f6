import { commandProgress } from './agent-up/command-progress.ts';
import { inventory } from './agent-up/inventory.ts';
import { policyComplianceFacts } from './agent-up/policy-state.ts';
import { actionReported, fileTransferred, remoteSessionState } from './agent-up/remote-session.ts';
import { systemInfoReport } from './agent-up/system-info-report.ts';
import { thumbnail, thumbnailSame } from './agent-up/thumbnail.ts';
import { processes, systemUsage } from './agent-up/usage.ts';

/** All messages from an agent to the gateway. */
export const agentUp = {
  alive: systemInfoReport,
  systemUsage,
  inventory,
  processes,
  thumbnail,
  thumbnailSame,
  commandProgress,
  remoteSessionState,
  fileTransferred,
  actionReported,
  policyState: policyComplianceFacts,
} as const;
