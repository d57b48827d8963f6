import type { UsageSample } from '@vigil/shared/contract/usage';
import type { AgentCore } from './agents.ts';
import type { AgentContext } from './context.ts';

/** A sample joins the next batch; the group is looked up now, because a device may be moved while it is connected. */
export function createOnSystemUsage({ socket }: AgentContext, { batches, rollup, fleets }: AgentCore) {
  const { company, device } = socket.data;
  return (sample: UsageSample): void => {
    const group = fleets.groupOf(company, device);
    if (group === undefined) return;
    batches.add({ company, group, device }, sample);
    rollup.add(company, device, sample);
  };
}
