import { randomUUID } from 'node:crypto';
import { isGenuineCommand, trustOfferedKeys } from '@vigil/agent/command-keys';
import { CommandId, DeviceGuid } from '@vigil/shared/contract/ids';
import { offeredCommandKeys } from '@vigil/shared/platform/command-keys';
import { createCommandSigner } from '@vigil/shared/platform/command-signer';
import { createKeyRing } from '@vigil/shared/platform/key-ring';
import { measureInstalledAgent } from './support/installed-agent.ts';
import { percentile, report, round } from './support/report.ts';

// What the signature of a command costs: the server that makes it, and the agent that checks it.
const COMMANDS = Number(process.env['COMMANDS'] ?? 2_000);
const WARM_UP = 200;
const GOAL_MS = 0.3;

const ring = createKeyRing();
const signer = createCommandSigner(ring.command);
const [key] = trustOfferedKeys(undefined, offeredCommandKeys(ring.command)) ?? [];
if (!key) throw new Error('no key');
const guid = DeviceGuid.parse(randomUUID());

async function measure(count: number) {
  const times = { sign: [] as number[], verify: [] as number[] };
  for (let i = 0; i < count; i += 1) {
    const deadline = new Date(Date.now() + 60_000);
    const command = {
      id: CommandId.parse(randomUUID()),
      type: 'process_end',
      args: { pid: i, name: 'editor' },
    } as const;
    const start = performance.now();
    const made = await signer.sign({ ...command, guid, deadline });
    const signed = performance.now();
    const isRight = isGenuineCommand({ ...command, ...made, deadline: deadline.toISOString() }, guid, key!);
    times.verify.push(performance.now() - signed);
    times.sign.push(signed - start);
    if (!isRight) throw new Error('a genuine command was refused');
  }
  return times;
}

await measure(WARM_UP);
const times = await measure(COMMANDS);
report(
  (['sign', 'verify'] as const).map((step) => {
    const ms = percentile(times[step], 0.5);
    return {
      figure: `${step} a command, p50 (p99 ${round(percentile(times[step], 0.99), 2)} ms)`,
      vigil: `${round(ms, 3)} ms`,
      wanted: `at most ${GOAL_MS} ms`,
      met: ms <= GOAL_MS,
    };
  }),
);
report(await measureInstalledAgent());
