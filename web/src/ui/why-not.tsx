import { Tooltip } from '@mantine/core';
import { cloneElement, type ReactElement } from 'react';

interface Disablable {
  'data-disabled'?: boolean | undefined;
  'aria-disabled'?: boolean | undefined;
  onClick?: ((event: React.MouseEvent) => void) | undefined;
}

/**
 * A control that cannot be used now and says why, on hover and on focus. It stays focusable (a really disabled button
 * could tell nobody anything), and its click does nothing.
 */
export function WhyNot({
  reason,
  label,
  children,
}: {
  reason: string | null;
  label?: string;
  children: ReactElement<Disablable>;
}) {
  if (reason === null) return label ? <Tooltip label={label}>{children}</Tooltip> : children;
  return (
    <Tooltip label={label ? `${label} – ${reason}` : reason} openDelay={150} multiline maw={280}>
      {cloneElement(children, {
        'data-disabled': true,
        'aria-disabled': true,
        onClick: (event: React.MouseEvent) => event.preventDefault(),
      })}
    </Tooltip>
  );
}
