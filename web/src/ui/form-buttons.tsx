import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusAfter } from '../lib/use-focus-after.ts';
import { DisableWithReason } from './disable-with-reason.tsx';

export interface FormButtonsProps {
  /** The text of the main button. */
  submit: string;
  /** Left out inside of a form, which the button submits. */
  onSubmit?: () => void;
  onClose: () => void;
  /** The text of the other button, where it is not "Cancel". */
  cancel?: string;
  isPending?: boolean;
  isDisabled?: boolean;
  isCancelDisabled?: boolean;
  /** What cannot be taken back has a red button. */
  isDangerous?: boolean;
  /** For what should not be one press of Enter away. */
  focusesCancel?: boolean;
  /** Why the user may not do it; null when it is allowed. */
  denial?: string | null;
}

/** Away from what was typed or asked, or on with it. */
export function FormButtons({
  submit,
  onSubmit,
  onClose,
  cancel,
  isPending = false,
  isDisabled = false,
  isCancelDisabled = false,
  isDangerous = false,
  focusesCancel = false,
  denial = null,
}: FormButtonsProps) {
  const { t } = useTranslation();
  const submitButton = useFocusAfter<HTMLButtonElement>(isPending);
  return (
    <Group justify="flex-end" gap="xs">
      <Button
        variant="default"
        disabled={isCancelDisabled}
        onClick={onClose}
        data-autofocus={focusesCancel || undefined}
      >
        {cancel ?? t('cancel')}
      </Button>
      <DisableWithReason reason={denial}>
        <Button
          ref={submitButton}
          {...(onSubmit ? { onClick: onSubmit } : { type: 'submit' })}
          {...(isDangerous ? { color: 'red' } : {})}
          loading={isPending}
          disabled={isDisabled}
        >
          {submit}
        </Button>
      </DisableWithReason>
    </Group>
  );
}
