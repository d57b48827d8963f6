import * as z from 'zod';
import { PublicKey, Signature } from '../command-signature.ts';
import { desktopRefusals } from './refusals.ts';

/** The first message of an agent: its ephemeral X25519 key, signed with the key of the device, or why there is no desktop. */
export const AgentHello = z.union([
  z.object({ agent_key: PublicKey, signature: Signature }),
  z.object({ refused: z.enum(desktopRefusals) }),
]);
export type AgentHello = z.infer<typeof AgentHello>;

/** Where on the desktop, in its pixels. */
const Coordinate = z.int().min(0).max(32_767);
const steps = z.int().min(-20).max(20);

/** What a viewer sends once the connection is encrypted (RELAY-7, RELAY-8). */
export const ViewerMessage = z.discriminatedUnion('t', [
  /** All frames up to this one are on the screen of the viewer. */
  z.object({ t: z.literal('ack'), seq: z.int().min(0).max(0xffff_ffff) }),
  /** A key by its position (`KeyboardEvent.code`). */
  z.object({ t: z.literal('key'), code: z.string().min(1).max(32), down: z.boolean() }),
  z.object({ t: z.literal('pointer'), x: Coordinate, y: Coordinate }),
  /** 0 left, 1 middle, 2 right, as in browsers. */
  z.object({ t: z.literal('button'), button: z.int().min(0).max(2), down: z.boolean() }),
  z.object({ t: z.literal('wheel'), dx: steps, dy: steps }),
  /** The viewer lost the focus: nothing stays pressed. */
  z.object({ t: z.literal('release') }),
]);
export type ViewerMessage = z.infer<typeof ViewerMessage>;
