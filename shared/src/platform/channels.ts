import { randomBytes } from 'node:crypto';
import type { DeliveryPk } from '../contract/ids.ts';

/** Where a channel of mail leads, as an address like those of receivers. */
export const mailtoUrl = (addresses: readonly string[]): string =>
  `mailto:${addresses.map(encodeURIComponent).join(',')}`;

export const addressesOfMailto = (url: string): string[] =>
  url.slice('mailto:'.length).split(',').map(decodeURIComponent);

/** The contexts in which the parts of a channel are sealed. */
export const SEALED_CHANNEL_URL = 'channel-url';
export const SEALED_CHANNEL_SECRET = 'channel-secret';

export const generateChannelSecret = (): string => `vgs_${randomBytes(32).toString('base64url')}`;

/** The job of one attempt, as of a mail. */
export const deliveryJob = ({ pk, tries }: { pk: DeliveryPk; tries: number }) => ({
  id: `delivery-${pk}-${tries}`,
  data: { pk },
});
