const BYTES = 8;

/**
 * What two people can compare over the telephone: the first bytes of the SHA-256 of a public key, in groups of four
 * digits.
 */
export const keyFingerprint = (sha256: Uint8Array): string =>
  Array.from(sha256.subarray(0, BYTES), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replaceAll(/(?<=\w)(?=(?:\w{4})+$)/gu, ' ');
