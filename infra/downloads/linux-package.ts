import { readFile } from 'node:fs/promises';
import { fromRoot } from '../local/runtime.ts';
import { NODE_FLAGS, OLDEST_NODE } from './agent-bundle.ts';
import { prefixWithFolder, sortByName, type PackedFile } from './packed-file.ts';

/** What a .deb and an .rpm say about themselves, and what they put where. */
export type LinuxPackage = {
  readonly name: string;
  readonly version: string;
  readonly arch: 'x64' | 'arm64';
  readonly summary: string;
  readonly description: string;
  /** Without the first slash. */
  readonly files: readonly PackedFile[];
};

const PREFIX = '/opt/vigil-agent';
const UNIT = 'vigil-agent.service';
const SETUP = 'vigil-agent-setup';

/** A script or unit of ours, with what depends on the runtime in it. */
export async function renderInstallTemplate(name: string): Promise<string> {
  const source = await readFile(fromRoot('infra/downloads/install', name), 'utf8');
  return source.replaceAll('@OLDEST_NODE@', String(OLDEST_NODE)).replaceAll('@NODE_FLAGS@', NODE_FLAGS);
}

/** A package of the agent with its runtime for the package manager of a distribution. */
export async function describeLinuxPackage(
  agent: readonly PackedFile[],
  { version, arch }: Pick<LinuxPackage, 'version' | 'arch'>,
): Promise<LinuxPackage> {
  const unit = (await renderInstallTemplate(`linux-${UNIT}`))
    .replaceAll('@NODE@', `${PREFIX}/node`)
    .replaceAll('@PREFIX@', PREFIX);
  return {
    name: 'vigil-agent',
    version,
    arch,
    summary: 'Connects this device to a Vigil server',
    description: `The agent reports the state of this device to a Vigil server, shows its screen to authorised users and executes commands. It needs no other program. Connect the device with ${SETUP}.`,
    files: sortByName([
      ...prefixWithFolder(PREFIX.slice(1), [
        ...agent,
        { name: 'settings.sh', content: await renderInstallTemplate('linux-settings.sh') },
        { name: SETUP, content: await renderInstallTemplate('linux-setup.sh'), executable: true },
      ]),
      { name: `usr/lib/systemd/system/${UNIT}`, content: unit },
      { name: `usr/bin/${SETUP}`, content: '', linkTo: `${PREFIX}/${SETUP}` },
    ]),
  };
}
