import { Switch, type SwitchProps } from '@mantine/core';
import { DisableWithReason } from './disable-with-reason.tsx';
import classes from './lockable-switch.module.css';

interface LockableSwitchProps extends Pick<
  SwitchProps,
  'size' | 'label' | 'description' | 'aria-label' | 'aria-describedby'
> {
  checked: boolean;
  /** Why it is locked; null when it is not. */
  reason: string | null;
  onToggle: () => void;
}

/** A switch that says why it is locked, and still shows whether it is on. */
export function LockableSwitch({ reason, onToggle, size = 'sm', ...props }: LockableSwitchProps) {
  return (
    <DisableWithReason reason={reason}>
      <Switch
        {...props}
        size={size}
        classNames={{ root: classes.switch ?? '', track: classes.track ?? '' }}
        onChange={() => reason === null && onToggle()}
      />
    </DisableWithReason>
  );
}
