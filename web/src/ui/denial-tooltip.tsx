import { Menu, Tooltip } from '@mantine/core';
import { cloneElement, type ReactElement } from 'react';
import classes from './denial-tooltip.module.css';

interface Disablable {
  'data-disabled'?: boolean | undefined;
  'aria-disabled'?: boolean | undefined;
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
  children: ReactElement<Disablable>;
}

/**
 * Disables a control and shows the reason on hover and focus. The control stays focusable, since a disabled button
 * would show no tooltip, and its click does nothing.
 */
export function DenialTooltip({ reason, label, more, children }: DenialTooltipProps) {
  if (reason === null) return label ? <Tooltip label={label}>{children}</Tooltip> : children;
  return (
    <Tooltip label={label ? `${label} – ${reason}` : reason} openDelay={150} multiline maw={280}>
      {more
        ? cloneElement(children, { onClick: more })
        : cloneElement(children, {
            ...refused,
            ...disabledProps[children.type === Menu.Item ? 'menuItem' : 'control'],
          })}
    </Tooltip>
  );
}
