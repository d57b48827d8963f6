import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApplicationPk, type CommandId } from '@vigil/shared/contract/ids';
import type { ApplicationOrder } from '../executors/executor.ts';
import { eventually } from './eventually.ts';

export const script = (text: string) => Buffer.from(`#!/bin/sh\n${text}\n`);

export const orderOf = (file: Buffer, more: Partial<ApplicationOrder> = {}): ApplicationOrder => ({
  action: 'install',
  command: randomUUID() as CommandId,
  application_pk: ApplicationPk.parse(1),
  name: 'Example 1.0',
  path: '/agents/applications/00000000-0000-4000-8000-000000000000',
  kind: 'sh',
  size: file.length,
  sha256: createHash('sha256').update(file).digest('hex'),
  install_args: [],
  run_after: [],
  ...more,
});

/** An installation in an agent of its own. */
interface Interrupted {
  readonly stateFolder: string;
  /** How it runs installers. */
  readonly programs: 'transientUnitRunner' | 'detachedProcessRunner';
  readonly order: ApplicationOrder;
  readonly file: Buffer;
}

/** Begins an installation in an agent of its own, and kills that agent once `isStarted`. */
export async function killAgentDuringInstallation(
  { stateFolder, programs, order, file }: Interrupted,
  isStarted: () => boolean,
): Promise<void> {
  const source = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, '../host', name)).href);
  const module = programs === 'transientUnitRunner' ? 'transient-units.ts' : 'detached-process-runner.ts';
  const program = `
    import { Readable } from 'node:stream';
    const { createSystemInstaller } = await import(${source('installer.ts')});
    const { ${programs} } = await import(${source(module)});
    const installer = createSystemInstaller(${JSON.stringify(stateFolder)}, { programs: ${programs} });
    const download = async () => Readable.from([Buffer.from(${JSON.stringify(file.toString())})]);
    await installer.install(${JSON.stringify(order)}, { download, report() {} });`;
  const agent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    detached: true,
    stdio: 'inherit',
  });
  const exited = once(agent, 'exit');
  await eventually(isStarted);
  process.kill(-(agent.pid ?? 0), 'SIGKILL');
  await exited;
}
