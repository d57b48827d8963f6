import { readlinkSync } from 'node:fs';

/** Where Linux and macOS keep the time zone: a link into the zone database. */
const LINK = '/etc/localtime';

function linkedZone(): string | undefined {
  try {
    return readlinkSync(LINK).match(/\/zoneinfo[^/]*\/(.+)$/)?.[1];
  } catch {
    return undefined;
  }
}

/**
 * The IANA name of the device's time zone. `Intl` returns it as well, but loads locale data for it, which costs every
 * agent 8 MB of memory, so it is used only where neither variable nor link names the zone.
 */
export function deviceTimeZone(variable = process.env['TZ']): string {
  const named = variable ? variable.match(/^[A-Z]\w*(\/[\w+-]+)*$/)?.[0] : linkedZone();
  return named ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
