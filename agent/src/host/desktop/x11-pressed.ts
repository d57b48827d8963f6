import type { XClient, XInputDevice, XInputExtension } from 'x11';
import { replyOf, sendXRequest } from './x11-events.ts';

const BITS = 8;
/** The server names so the devices by which it injects the input of programs, such as that of viewers. */
const INJECTING = /XTEST (?:pointer|keyboard)$/u;
/** A request of XInput 1 that the library does not have. */
const QUERY_DEVICE_STATE = 30;
/**
 * Of its reply behind the first eight bytes; then each class has its number, its length, a count, and 32 bytes of bits
 * behind the fourth.
 */
const HEAD_BYTES = 24;
const KEYS = 0;
const BUTTONS = 1;

export const isInjecting = ({ name }: XInputDevice): boolean => INJECTING.test(name);

export interface X11Pressing {
  readonly root: number;
  /** Gives the release of a key. */
  readonly releaseKey: (keycode: number) => void;
  /** The same of a button, from 1. */
  readonly releaseButton: (button: number) => void;
}

/**
 * Releases what programs have pressed by XTEST and not released, such as an agent that was killed: the server keeps it
 * pressed, and repeats keys. What the person at the device presses stays so.
 */
export async function releaseX11Injected(
  client: XClient,
  xinput: XInputExtension,
  { releaseKey, releaseButton }: Omit<X11Pressing, 'root'>,
): Promise<void> {
  const devices = await replyOf<XInputDevice[]>((reply) => xinput.XIQueryDevice(xinput.AllDevices, reply));
  for (const { deviceId } of devices.filter(isInjecting)) {
    const request = Buffer.from([xinput.majorOpcode, QUERY_DEVICE_STATE, 2, 0, deviceId, 0, 0, 0]);
    const state = await sendXRequest(client, request);
    for (let at = HEAD_BYTES; at + 4 <= state.length; at += Math.max(state[at + 1] ?? 0, 4)) {
      const pressed = indexesOf(state.subarray(at + 4, at + 4 + 32));
      if (state[at] === KEYS) for (const keycode of pressed) releaseKey(keycode);
      if (state[at] === BUTTONS) for (const button of pressed) releaseButton(button);
    }
  }
}

/** Releases every key and button that is pressed for programs, whoever presses it. */
export async function releaseX11Pressed(
  client: XClient,
  { root, releaseKey, releaseButton }: X11Pressing,
): Promise<void> {
  const keymap = await replyOf<Buffer>((reply) => client.QueryKeymap(reply));
  for (const keycode of indexesOf(keymap)) releaseKey(keycode);
  const { keyMask } = await replyOf<{ keyMask: number }>((reply) => client.QueryPointer(root, reply));
  // The five buttons that the protocol tells stand behind eight modifiers.
  for (let button = 1; button <= 5; button += 1) if (isSet(keyMask, BITS + button - 1)) releaseButton(button);
}

const indexesOf = (bits: Buffer): number[] =>
  Array.from({ length: bits.length * BITS }, (_, index) => index).filter((index) =>
    isSet(bits[Math.floor(index / BITS)] ?? 0, index % BITS),
  );

const isSet = (bits: number, index: number): boolean => (bits & (1 << index)) !== 0;
