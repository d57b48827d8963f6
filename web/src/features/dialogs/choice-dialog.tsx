import { Button, Group, Text } from '@mantine/core';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { choiceDialog } from '../../ui/dialogs.ts';
import { type DialogAction } from '../../ui/dialogs.ts';
import classes from './dialogs.module.css';

/** A question with any number of answers. */
export function ChoiceDialog({ request, onClose }: DialogProps<typeof choiceDialog>) {
  const { title, text, actions, onDismiss } = request;
  const choose = ({ run }: DialogAction) => {
    onClose();
    run();
  };
  const dismiss = () => {
    onClose();
    onDismiss?.();
  };
  return (
    <Dialog title={title} size="sm" onClose={dismiss}>
      <Text size="sm" className={classes.text}>
        {text}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        {actions.map((action) => (
          <Button
            key={action.label}
            variant={action.primary ? 'filled' : 'default'}
            onClick={() => choose(action)}
            data-autofocus={action.primary || undefined}
          >
            {action.label}
          </Button>
        ))}
      </Group>
    </Dialog>
  );
}
