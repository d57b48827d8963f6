const PREFIX = 'screen-';
const RANDOM_LENGTH = 24;
const pattern = new RegExp(`^${PREFIX}[0-9a-f]{${RANDOM_LENGTH}}$`, 'u');

/** The login ID of the hidden user of a wall screen, which nobody types. A login ID has 38 characters at most. */
export const wallScreenLoginId = (uuid: string): string =>
  `${PREFIX}${uuid.replaceAll('-', '').slice(0, RANDOM_LENGTH)}`;

/** Records of what a screen did have this ID beside its name; people are shown the name alone. */
export const isScreenLoginId = (id: string): boolean => pattern.test(id);
