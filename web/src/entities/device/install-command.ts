import type { DownloadableFile } from '@vigil/shared/contract/http/downloads';
import { linuxPackageFormatOf, type LinuxPackageFormat } from './agent-package.ts';

/** Systems that the agent runs on, by their OS id. */
export const enrolSystems = ['2', '1', '3'] as const;
export type EnrolSystem = (typeof enrolSystems)[number];

const quote = (text: string): string => `"${text}"`;

/** Whether an address leads each device to itself. */
export const isLoopback = (server: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/u.test(new URL(server).hostname);

/** An agent refuses plain HTTP beyond its own device unless it is told otherwise. */
const isPlainBeyondLoopback = (server: string): boolean => new URL(server).protocol === 'http:' && !isLoopback(server);

const allowPlain = (server: string, flag: string): string => (isPlainBeyondLoopback(server) ? ` ${flag}` : '');

// The token is no argument of a program: every user of the device can read those in the list of processes.
const asVariable: { readonly [S in EnrolSystem]: (token: string) => string } = {
  1: (token) => `$env:VIGIL_ENROL = ${quote(token)}\n`,
  2: (token) => `VIGIL_ENROL=${quote(token)} `,
  3: (token) => `VIGIL_ENROL=${quote(token)} `,
};

/** The command that enrols a device from the source folder. */
function enrolCommand(system: EnrolSystem, server: string, token: string): string {
  const continued = system === '1' ? ' `\n  ' : ' \\\n  ';
  return [
    `${asVariable[system](token)}npm run agent --`,
    `--server ${quote(server)}${allowPlain(server, '--allow-plain-http')}`,
  ].join(continued);
}

interface Install {
  server: string;
  token: string;
}

type Package = Pick<DownloadableFile, 'url' | 'file_name' | 'sha256'>;

const download = (system: '2' | '3', { server }: Install, { url, file_name, sha256 }: Package): readonly string[] => [
  `curl -fLO ${server}${url} &&`,
  `${checksumCheckCommandOf(system, { file_name, sha256 })} &&`,
];

/** How each format is installed, and the command of what it installed that connects the device. */
const linuxInstallers: {
  readonly [F in LinuxPackageFormat]: { readonly install: (file: string) => string; readonly connect: string };
} = {
  'tar.gz': { install: (file) => `tar xzf ${file} &&`, connect: './vigil-agent/install.sh' },
  deb: { install: (file) => `sudo dpkg -i ${file} &&`, connect: 'vigil-agent-setup' },
  rpm: { install: (file) => `sudo rpm -U ${file} &&`, connect: 'vigil-agent-setup' },
};

/** sudo drops variables, and shows those of its own command line; `printf` is a part of the shell and no process. */
function onLinux(install: Install, from: Package): readonly string[] {
  const { server, token } = install;
  const installer = linuxInstallers[linuxPackageFormatOf(from) ?? 'tar.gz'];
  const options = `--server ${server}${allowPlain(server, '--allow-plain-http')} --enrol-file -`;
  return [
    ...download('2', install, from),
    installer.install(from.file_name),
    `printf %s ${quote(token)} | sudo ${installer.connect} ${options}`,
  ];
}

/** The agent runs as the user whose screen it captures. */
function onMacos(install: Install, from: Package): readonly string[] {
  const { server, token } = install;
  const script = `./vigil-agent/install.sh --server ${server}${allowPlain(server, '--allow-plain-http')}`;
  return [...download('3', install, from), `tar xzf ${from.file_name} &&`, `${asVariable['3'](token)}${script}`];
}

// Files of the operator have any name; in single quotes no part of it is run, or read as a pattern.
const inShell = (text: string): string =>
  /^[\w .-]+$/u.test(text) ? quote(text) : `'${text.replaceAll("'", String.raw`'\''`)}'`;
/** Typographic quotes end a text there as well. */
const inPowerShell = (path: string): string =>
  /^\w[\w.-]*$/u.test(path) ? path : `-LiteralPath '${path.replaceAll(/['‘’‚‛]/gu, '$&$&')}'`;

/** Prints whether a downloaded file is the one that was packed. */
const checks: { readonly [S in EnrolSystem]: (file: Pick<Package, 'file_name' | 'sha256'>) => string } = {
  1: ({ file_name, sha256 }) => `(Get-FileHash ${inPowerShell(file_name)}).Hash -eq '${sha256}'`,
  2: ({ file_name, sha256 }) => `echo ${inShell(`${sha256}  ${file_name}`)} | sha256sum --check`,
  3: ({ file_name, sha256 }) => `echo ${inShell(`${sha256}  ${file_name}`)} | shasum -a 256 --check`,
};

export const checksumCheckCommandOf = (system: EnrolSystem, file: Pick<Package, 'file_name' | 'sha256'>): string =>
  checks[system](file);

/** On Windows the script runs within the shell, so its parameters are in no list of processes. */
const commands: { readonly [S in EnrolSystem]: (install: Install, from: Package) => readonly string[] } = {
  1: ({ server, token }, { url, file_name, sha256 }) => [
    `Invoke-WebRequest ${server}${url} -OutFile ${file_name}`,
    `if ((Get-FileHash ${file_name}).Hash -ne '${sha256}') { Remove-Item ${file_name}; throw 'checksum' }`,
    `Expand-Archive ${file_name} .`,
    `.\\vigil-agent\\install.ps1 -Server ${server} -Enrol "${token}"${allowPlain(server, '-AllowPlainHttp')}`,
  ],
  2: onLinux,
  3: onMacos,
};

/**
 * The command that installs the agent on a device, as in its manual, and verifies the package before anything of it
 * runs. Without a package it is the command that runs the agent from the source folder.
 */
export const shellInstallCommand = (system: EnrolSystem, install: Install, from: Package | null): string =>
  from ? commands[system](install, from).join('\n') : enrolCommand(system, install.server, install.token);
