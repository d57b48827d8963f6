import type { XClient } from 'x11';
import { replyOf } from './x11-events.ts';

/** The X server belongs to a session of Wayland, most of whose screen it does not show. */
export class XwaylandError extends Error {
  override readonly name = 'XwaylandError';
}

/** @throws XwaylandError for the X server of a session of Wayland (its version 22.1, or newer) */
export async function assertNotXwayland(client: XClient): Promise<void> {
  const { present } = await replyOf<{ present: number }>((reply) => client.QueryExtension('XWAYLAND', reply));
  if (present !== 0) throw new XwaylandError('the X server is part of Wayland');
}
