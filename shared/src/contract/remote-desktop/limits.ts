/** Characters of a text, which a message of 64 KiB holds in every script. */
export const MAX_CLIPBOARD = 16_000;
export const MAX_TYPED_TEXT = 1_000;
export const MAX_TAKE_REASON = 200;
export const MAX_MONITORS = 16;
export const MAX_MONITOR_NAME = 100;
