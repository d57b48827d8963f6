import { Switch, type SwitchProps } from '@mantine/core';
import { DenialTooltip } from './denial-tooltip.tsx';
import classes from './ruled-switch.module.css';

interface RuledSwitchProps extends Pick<SwitchProps, 'size' | 'label' | 'description' | 'aria-label'> {
  checked: boolean;
  /** Why it is locked; null: it is not. */
  reason: string | null;
  onToggle: () => void;
}

/** A switch that says why it is locked, and still shows whether it is on. */
export function RuledSwitch({ reason, onToggle, size = 'sm', ...props }: RuledSwitchProps) {
  return (
    <DenialTooltip reason={reason}>
      <Switch
        {...props}
        size={size}
        classNames={{ root: classes.switch ?? '', track: classes.track ?? '' }}
        onChange={() => reason === null && onToggle()}
      />
    </DenialTooltip>
  );
}
