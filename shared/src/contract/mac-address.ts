import * as z from 'zod';

export const MacAddress = z.string().regex(/^([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$/);

/** The lowest bit of the first byte is that of groups (IEEE 802): broadcast and multicast addresses have it. */
const GROUP_BIT = 1;

/**
 * Whether a text is the address of one network card: tunnels have zeros, and some drivers answer with broadcast or a
 * word.
 */
export const isCardAddress = (text: string | null | undefined): text is string =>
  MacAddress.safeParse(text).success &&
  (Number.parseInt((text as string).slice(0, 2), 16) & GROUP_BIT) === 0 &&
  /[^0:-]/u.test(text as string);

/** The address of a network card; null for what is none, so that nothing is concluded from it. */
export const cardAddressOf = (text: string | null | undefined): string | null => (isCardAddress(text) ? text : null);

/** Of one network card. */
export const CardAddress = MacAddress.refine(isCardAddress, 'not the address of one network card');
