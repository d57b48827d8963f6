import * as z from 'zod';
import { PublicKey, Signature } from '../command-signature.ts';
import { MAX_CLIPBOARD, MAX_MONITOR_NAME, MAX_MONITORS, MAX_TAKE_REASON, MAX_TYPED_TEXT } from './limits.ts';
import { desktopOffers } from './offers.ts';
import { pictureQualities } from './picture-qualities.ts';
import { consentDenials, desktopRefusals } from './refusals.ts';

/**
 * The first message of an agent: its ephemeral X25519 key, signed with the key of the device, or why there is no
 * desktop. Before that, `asking` where the person at the device has so many seconds to say whether the viewer is let in
 * (RELAY-11).
 */
export const AgentHello = z.union([
  /** `offers`: what this agent can beyond the first version of this protocol (RELAY-13). */
  z.object({ agent_key: PublicKey, signature: Signature, offers: z.array(z.string()).optional() }),
  /** `consent`, with `consent_refused` alone: beside it, because a page of an earlier version has no text for it. */
  z.object({ refused: z.enum(desktopRefusals), consent: z.enum(consentDenials).optional() }),
  z.object({ asking: z.int() }),
]);
export type AgentHello = z.infer<typeof AgentHello>;

/** Where on the desktop, in its pixels. */
const Coordinate = z.int().min(0).max(32_767);
const steps = z.int().min(-20).max(20);
const Epoch = z.int().min(0).max(65_535);

/** Input names the epoch in which its viewer has seen itself in control; of another one it is dropped (RELAY-10). */
const input = { epoch: Epoch };

/** Says that this end is there (RELAY-16). */
const Heartbeat = z.object({ t: z.literal('beat') });
export type Heartbeat = z.infer<typeof Heartbeat>;

/** What a viewer sends once the connection is encrypted (RELAY-7, RELAY-8, RELAY-10). */
export const ViewerMessage = z.discriminatedUnion('t', [
  /** All frames up to this one are on the screen of the viewer. */
  z.object({ t: z.literal('ack'), seq: z.int().min(0).max(0xffff_ffff) }),
  Heartbeat,
  /** What the agent has offered and this viewer knows (RELAY-13). */
  z.object({ t: z.literal('accept'), offers: z.array(z.enum(desktopOffers)).max(desktopOffers.length) }),
  /**
   * Shows one monitor, or with null the whole screen, whose part the coordinates of the pointer and of frames are from
   * then on.
   */
  z.object({ t: z.literal('monitor'), name: z.string().max(MAX_MONITOR_NAME).nullable() }),
  /**
   * What pictures of this viewer are to be: as the network allows, sharp although they come later, or light (RELAY-18).
   */
  z.object({ t: z.literal('quality'), of: z.enum(pictureQualities) }),
  /**
   * A key by its position (`KeyboardEvent.code`); with `sign` that of the device's layout that has this sign, if there
   * is one.
   */
  z.object({
    t: z.literal('key'),
    ...input,
    code: z.string().min(1).max(32),
    down: z.boolean(),
    sign: z.string().min(1).max(2).optional(),
  }),
  z.object({ t: z.literal('pointer'), ...input, x: Coordinate, y: Coordinate }),
  /** 0 left, 1 middle, 2 right, as in browsers. */
  z.object({ t: z.literal('button'), ...input, button: z.int().min(0).max(2), down: z.boolean() }),
  z.object({ t: z.literal('wheel'), ...input, dx: steps, dy: steps }),
  /** The viewer lost the focus: nothing stays pressed. */
  z.object({ t: z.literal('release'), ...input }),
  /** Text of an input method, which no key of the device has. */
  z.object({ t: z.literal('text'), ...input, text: z.string().min(1).max(MAX_TYPED_TEXT) }),
  /** The clipboard of the device gets this text. */
  z.object({ t: z.literal('paste'), ...input, text: z.string().max(MAX_CLIPBOARD) }),
  /** Asks for the text of the clipboard, which is answered with `clipboard`. */
  z.object({ t: z.literal('copy'), ...input }),
  z.object({ t: z.literal('request') }),
  /** The holder's answers to a request. */
  z.object({ t: z.literal('grant') }),
  z.object({ t: z.literal('refuse') }),
  z.object({ t: z.literal('take'), reason: z.string().trim().min(1).max(MAX_TAKE_REASON) }),
  /** Locks keyboard and mouse at the device, or gives them back; of the viewer in control only (RELAY-15). */
  z.object({ t: z.literal('lock'), on: z.boolean() }),
]);
export type ViewerMessage = z.infer<typeof ViewerMessage>;

const ViewerNumber = z.int().min(1);

/** What an agent tells its viewers beside frames (RELAY-10). */
export const AgentMessage = z.discriminatedUnion('t', [
  /** Who sees the desktop, who is in control, and who has asked for it; with every change of these. */
  z.object({
    t: z.literal('control'),
    you: ViewerNumber,
    viewers: z.array(z.object({ id: ViewerNumber, name: z.string(), may_control: z.boolean() })),
    holder: ViewerNumber.nullable(),
    epoch: Epoch,
    requester: ViewerNumber.nullable(),
    /** Somebody uses the device itself: input of viewers is dropped meanwhile (RELAY-12). Older agents do not say. */
    is_local: z.boolean().optional(),
    /** Keyboard and mouse at the device are locked (RELAY-15). Older agents do not say. */
    is_locked: z.boolean().optional(),
  }),
  z.object({ t: z.literal('taken'), by: z.string(), reason: z.string() }),
  /** Your request was refused. */
  z.object({ t: z.literal('refused') }),
  /** Your lock was not possible: another program holds the devices. */
  z.object({ t: z.literal('not_locked') }),
  /** Where the pointer of the device is on what the viewer sees; null where it is elsewhere (RELAY-17). */
  z.object({ t: z.literal('pointer_at'), at: z.object({ x: Coordinate, y: Coordinate }).nullable() }),
  /** The text of the device's clipboard; null where it has none. */
  z.object({ t: z.literal('clipboard'), text: z.string().nullable() }),
  /**
   * The monitors of the device with each change of them, and the one that this viewer sees; null for the whole screen.
   */
  z.object({
    t: z.literal('monitors'),
    monitors: z
      .array(z.object({ name: z.string(), w: z.int(), h: z.int(), is_primary: z.boolean() }))
      .max(MAX_MONITORS),
    chosen: z.string().nullable(),
  }),
]);
export type AgentMessage = z.infer<typeof AgentMessage>;
