import { Menu, Tooltip, type TooltipProps } from '@mantine/core';
import { cloneElement, type ReactElement } from 'react';
import classes from './disable-with-reason.module.css';

interface Disablable {
  'data-disabled'?: boolean | undefined;
  'aria-disabled'?: boolean | undefined;
  'aria-description'?: string | undefined;
  onClick?: ((event: React.MouseEvent) => void) | undefined;
  closeMenuOnClick?: boolean | undefined;
  className?: string | undefined;
}

const refused: Disablable = { 'aria-disabled': true, onClick: (event) => event.preventDefault() };
const disabledProps = {
  // Arrow keys skip a menu item with `data-disabled`, so its reason could not be read.
  menuItem: { closeMenuOnClick: false, className: classes.refused },
  control: { 'data-disabled': true },
};

interface DenialTooltipProps {
  reason: string | null;
  label?: string;
  /** Opens a longer explanation on click; the control is not disabled then. */
  more?: (() => void) | undefined;
  /** Where the tooltip covers no other control. */
  position?: TooltipProps['position'];
  children: ReactElement<Disablable>;
}

/**
 * Disables a control and shows the reason on hover and focus. The control stays focusable, since a disabled button
 * would show no tooltip, and its click does nothing.
 */
export function DisableWithReason({ reason, label, more, position = 'top', children }: DenialTooltipProps) {
  if (reason === null)
    return label ? (
      <Tooltip label={label} position={position} multiline maw={280}>
        {children}
      </Tooltip>
    ) : (
      children
    );
  return (
    <Tooltip label={label ? `${label} – ${reason}` : reason} position={position} multiline maw={280}>
      {more
        ? cloneElement(children, { onClick: more })
        : cloneElement(children, {
            ...refused,
            // Also for screen readers, which read it before the tooltip is there.
            'aria-description': reason,
            ...disabledProps[children.type === Menu.Item ? 'menuItem' : 'control'],
          })}
    </Tooltip>
  );
}
