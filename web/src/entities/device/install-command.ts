import type { Download } from '@vigil/shared/contract/http/downloads';

/** Systems that the agent runs on, by their OS id. */
export const enrolSystems = ['2', '1', '3'] as const;
export type EnrolSystem = (typeof enrolSystems)[number];

const quote = (text: string): string => `"${text}"`;

/** An agent refuses plain HTTP beyond its own device unless it is told otherwise. */
function isPlainBeyondLoopback(server: string): boolean {
  const { protocol, hostname } = new URL(server);
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);
}

const allowPlain = (server: string, flag: string): string => (isPlainBeyondLoopback(server) ? ` ${flag}` : '');

/** The command that enrols a device from the source folder; the systems differ in the line break only. */
function enrolCommand(system: EnrolSystem, server: string, token: string): string {
  const continued = system === '1' ? ' `\n  ' : ' \\\n  ';
  return [
    'npm run agent --',
    `--server ${quote(server)}`,
    `--enrol ${quote(token)}${allowPlain(server, '--allow-plain-http')}`,
  ].join(continued);
}

interface Install {
  server: string;
  token: string;
}

type Package = Pick<Download, 'url' | 'file_name' | 'sha256'>;

/** On macOS the agent runs as the user whose screen it captures; on Linux it is a system service. */
const unix =
  (become: string, checksum: string) =>
  ({ server, token }: Install, { url, file_name, sha256 }: Package): readonly string[] => [
    `curl -fLO ${server}${url} &&`,
    `echo "${sha256}  ${file_name}" | ${checksum} &&`,
    `tar xzf ${file_name} &&`,
    `${become}./vigil-agent/install.sh --server ${server} --enrol "${token}"${allowPlain(server, '--allow-plain-http')}`,
  ];

const commands: { readonly [S in EnrolSystem]: (install: Install, from: Package) => readonly string[] } = {
  1: ({ server, token }, { url, file_name, sha256 }) => [
    `Invoke-WebRequest ${server}${url} -OutFile ${file_name}`,
    `if ((Get-FileHash ${file_name}).Hash -ne '${sha256}') { Remove-Item ${file_name}; throw 'checksum' }`,
    `Expand-Archive ${file_name} .`,
    `.\\vigil-agent\\install.ps1 -Server ${server} -Enrol "${token}"${allowPlain(server, '-AllowPlainHttp')}`,
  ],
  2: unix('sudo ', 'sha256sum --check'),
  3: unix('', 'shasum -a 256 --check'),
};

/**
 * The command that installs the agent on a device, as in its manual, and verifies the package before anything of it runs.
 * Without a package it is the command that runs the agent from the source folder.
 */
export const installCommand = (system: EnrolSystem, install: Install, from: Package | null): string =>
  from ? commands[system](install, from).join('\n') : enrolCommand(system, install.server, install.token);
