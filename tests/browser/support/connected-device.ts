import type { DevicePk } from '@vigil/shared/contract/ids';
import { noUsage, type UsageSample } from '@vigil/shared/contract/usage';
import { enrolTestAgent } from '../../support/enrolled-agent.ts';
import type { Company } from './companies.ts';

const REPORT_INTERVAL_MS = 1_000;

/** A device whose agent reports what the test says, once a second, and nothing else. */
export interface ConnectedDevice extends Disposable {
  readonly pk: DevicePk;
  readonly alias: string;
  report(usage: Partial<UsageSample>): void;
}

export async function connectDevice({ client }: Company, alias: string): Promise<ConnectedDevice> {
  const device = await enrolTestAgent(client, alias);
  const { socket } = await device.connect();
  let usage: Partial<UsageSample> = {};
  const reports = setInterval(
    () => void socket.emit('system_usage', { ...noUsage, ...usage, at: Date.now() }),
    REPORT_INTERVAL_MS,
  );
  return {
    pk: device.pk,
    alias,
    report: (next) => void (usage = next),
    [Symbol.dispose]() {
      clearInterval(reports);
      socket.close();
    },
  };
}
