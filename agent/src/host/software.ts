import type { SoftwareEntry } from '@vigil/shared/contract/events/agent-up/inventory';
import { statSync } from 'node:fs';
import { resolveOrFallback } from './async-cache.ts';
import { runTool } from './run-tool.ts';

const MAX_ROWS = 5_000;
const MAX_TEXT = 500;

const softwareEntry = (parts: { [K in keyof SoftwareEntry]?: string | undefined }): SoftwareEntry => ({
  name: (parts.name ?? '').slice(0, MAX_TEXT),
  company: (parts.company ?? '').slice(0, MAX_TEXT),
  install_date: (parts.install_date ?? '').slice(0, MAX_TEXT),
  version: (parts.version ?? '').slice(0, MAX_TEXT),
  description: (parts.description ?? '').slice(0, MAX_TEXT),
});

const TAB = '\t';

/** Debian does not record installation dates; the file list of a package is written when it is installed. */
function debianDate(name: string, architecture: string): string {
  for (const stem of [name, `${name}:${architecture}`]) {
    try {
      return statSync(`/var/lib/dpkg/info/${stem}.list`).mtime.toISOString().slice(0, 10);
    } catch {
      continue;
    }
  }
  return '';
}

export function parseDpkg(text: string, dateOf = debianDate): SoftwareEntry[] {
  return text.split('\n').flatMap((line) => {
    const [status, name, architecture, version, company, description] = line.split(TAB);
    if (status !== 'ii ' || name === undefined) return [];
    const install_date = dateOf(name, architecture ?? '');
    return [softwareEntry({ name, company, version, description, install_date })];
  });
}

const debian = async () =>
  parseDpkg(
    await runTool('dpkg-query', [
      '-W',
      '-f',
      '${db:Status-Abbrev}\\t${Package}\\t${Architecture}\\t${Version}\\t${Maintainer}\\t${binary:Summary}\\n',
    ]),
  );

export function parseRpm(text: string): SoftwareEntry[] {
  return text.split('\n').flatMap((line) => {
    const [name, company, seconds, version, description] = line.split(TAB);
    if (!name) return [];
    const install_date = new Date(Number(seconds) * 1_000).toISOString().slice(0, 10);
    return [softwareEntry({ name, company, install_date, version, description })];
  });
}

const rpm = async () =>
  parseRpm(
    await runTool('rpm', [
      '-qa',
      '--qf',
      '%{NAME}\\t%{VENDOR}\\t%{INSTALLTIME}\\t%{VERSION}-%{RELEASE}\\t%{SUMMARY}\\n',
    ]),
  );

const alpine = async () =>
  (await runTool('apk', ['info', '-v']))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      softwareEntry({ name: line.replace(/-[^-]+-r\d+$/, ''), version: line.match(/[^-]+-r\d+$/)?.[0] ?? '' }),
    );

async function macos(): Promise<SoftwareEntry[]> {
  const listed = JSON.parse(await runTool('system_profiler', ['SPApplicationsDataType', '-json'])) as {
    SPApplicationsDataType?: { _name?: string; version?: string; lastModified?: string; obtained_from?: string }[];
  };
  return (listed.SPApplicationsDataType ?? []).map((app) =>
    softwareEntry({
      name: app._name ?? '',
      company: app.obtained_from ?? '',
      version: app.version ?? '',
      install_date: app.lastModified?.slice(0, 10) ?? '',
    }),
  );
}

const UNINSTALL_KEYS = [
  'HKLM:\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\*',
  'HKLM:\\Software\\WOW6432Node\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\*',
];

async function windows(): Promise<SoftwareEntry[]> {
  const script =
    `[Console]::OutputEncoding = [Text.Encoding]::UTF8; Get-ItemProperty ${UNINSTALL_KEYS.join(',')} -ErrorAction SilentlyContinue` +
    ' | Where-Object DisplayName | Select-Object DisplayName,Publisher,InstallDate,DisplayVersion,Comments | ConvertTo-Json -Compress';
  const listed = JSON.parse(
    await runTool('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script]),
  ) as unknown;
  return (Array.isArray(listed) ? listed : [listed]).map((row: Record<string, string | null>) =>
    softwareEntry({
      name: row['DisplayName'] ?? '',
      company: row['Publisher'] ?? '',
      install_date: row['InstallDate'] ?? '',
      version: row['DisplayVersion'] ?? '',
      description: row['Comments'] ?? '',
    }),
  );
}

const listers: Partial<Record<NodeJS.Platform, readonly (() => Promise<SoftwareEntry[]>)[]>> = {
  linux: [debian, rpm, alpine],
  darwin: [macos],
  win32: [windows],
};

/** The installed software, from the first package manager that the device has. */
export async function readSoftware(): Promise<SoftwareEntry[]> {
  for (const list of listers[process.platform] ?? []) {
    const found = await resolveOrFallback(list(), [], 60_000);
    if (found.length > 0) return found.slice(0, MAX_ROWS);
  }
  return [];
}
