import type { PopoverProps } from '@mantine/core';

/** A popover that is as high as the window leaves room for, as on a phone that lies on its side, and scrolls. */
export const scrollingPopover = {
  middlewares: { flip: true, shift: true, size: true },
  styles: { dropdown: { overflowY: 'auto' } },
} satisfies Partial<PopoverProps>;
