import type { RemoteSessionType } from '../contract/names.ts';

/** Launch times are seconds since then (spec 2 §9). */
const LAUNCH_EPOCH_MS = Date.UTC(2017, 3, 1);

export interface ViewerLaunch {
  readonly scheme: string;
  readonly type: RemoteSessionType;
  readonly session: string;
  readonly secret: string;
  /** The public address of the service. */
  readonly server: string;
  readonly guid: string;
  readonly lang: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The address that opens the external viewer: arguments separated by colons, in this order (decision 64). */
export function viewerLaunchAddress({ scheme, type, session, secret, server, guid, lang, at }: ViewerLaunch): string {
  const seconds = Math.floor((at - LAUNCH_EPOCH_MS) / 1_000);
  return [scheme, type, session, secret, encodeURIComponent(server), guid, lang, seconds].join(':');
}
