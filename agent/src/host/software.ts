import { statSync } from 'node:fs';
import type { SoftwareEntry } from '@vigil/shared/contract/events/agent-up/inventory';
import { fieldText } from '../field-text.ts';
import { withFallback } from './async-cache.ts';
import { runTool } from './run-tool.ts';

const MAX_TEXT = 500;

const softwareEntry = (parts: { [K in keyof SoftwareEntry]?: unknown }): SoftwareEntry => ({
  name: fieldText(parts.name, MAX_TEXT),
  company: fieldText(parts.company, MAX_TEXT),
  install_date: fieldText(parts.install_date, MAX_TEXT),
  version: fieldText(parts.version, MAX_TEXT),
  description: fieldText(parts.description, MAX_TEXT),
});

/** A day, such as 2026-01-31; nothing for a time that is none. */
function dayOf(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

const TAB = '\t';

/** Debian does not record installation dates; the file list of a package is written when it is installed. */
function debianDate(name: string, architecture: string): string {
  for (const stem of [name, `${name}:${architecture}`]) {
    try {
      return dayOf(statSync(`/var/lib/dpkg/info/${stem}.list`).mtimeMs);
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

/** The time of an installation in seconds, or what rpm writes for none. */
const RPM_TIME = /^(?:\d+|\(none\))$/u;

/**
 * Five fields in a line: name, vendor, time, version, summary. Texts of packages may hold tabs, which are found by the
 * time, and line ends, whose rest has no time and is left out.
 */
export function parseRpm(text: string): SoftwareEntry[] {
  return text.split('\n').flatMap((line) => {
    const [name, ...fields] = line.split(TAB);
    const found = fields.findIndex((field, index) => index > 0 && RPM_TIME.test(field));
    const time = found === -1 ? 1 : found;
    if (!name || fields.length < time + 2) return [];
    const [company, description] = [fields.slice(0, time), fields.slice(time + 2)].map((parts) => parts.join(' '));
    const install_date = dayOf(Number(fields[time]) * 1_000);
    return [softwareEntry({ name, company, install_date, version: fields[time + 1], description })];
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
    SPApplicationsDataType?: unknown;
  };
  return recordsIn(listed.SPApplicationsDataType).map((app) =>
    softwareEntry({
      name: app['_name'],
      company: app['obtained_from'],
      version: app['version'],
      install_date: fieldText(app['lastModified'], 'yyyy-mm-dd'.length),
    }),
  );
}

/** The objects of a list, or the one that stands for a list of one. */
const recordsIn = (value: unknown): Record<string, unknown>[] =>
  [value].flat().filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null);

const UNINSTALL_KEYS = [
  'HKLM:\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\*',
  'HKLM:\\Software\\WOW6432Node\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\*',
];

/** The programs as PowerShell lists them; one program is no list. Values may be of any type. */
export const parseWindowsSoftware = (listed: unknown): SoftwareEntry[] =>
  recordsIn(listed)
    .map((row) =>
      softwareEntry({
        name: row['DisplayName'],
        company: row['Publisher'],
        install_date: row['InstallDate'],
        version: row['DisplayVersion'],
        description: row['Comments'],
      }),
    )
    .filter(({ name }) => name !== '');

async function windows(): Promise<SoftwareEntry[]> {
  const script =
    `[Console]::OutputEncoding = [Text.Encoding]::UTF8; Get-ItemProperty ${UNINSTALL_KEYS.join(',')} -ErrorAction SilentlyContinue` +
    ' | Where-Object DisplayName | Select-Object DisplayName,Publisher,InstallDate,DisplayVersion,Comments | ConvertTo-Json -Compress';
  return parseWindowsSoftware(
    JSON.parse(await runTool('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script])),
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
    const found = await withFallback(list(), [], 60_000);
    if (found.length > 0) return found;
  }
  return [];
}
