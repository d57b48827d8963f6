import { Button, Group, Popover, Text, Textarea } from '@mantine/core';
import { MAX_CLIPBOARD, MAX_TYPED_TEXT } from '@vigil/shared/contract/remote-desktop/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ViewerAction } from './viewer-action.ts';
import type { ViewerState } from './viewer-session.ts';

interface TextPopoverProps {
  /** Of the device, when it was last asked for. */
  clipboard: ViewerState['clipboard'];
  isDisabled: boolean;
  onSend: (action: ViewerAction) => void;
}

/**
 * A field for text in every script, because a canvas takes no input method, and because pages that were opened over
 * plain http may not read the clipboard: what is pasted here is typed at the device or put into its clipboard, and the
 * clipboard of the device is copied from here.
 */
export function TextPopover({ clipboard, isDisabled, onSend }: TextPopoverProps) {
  const { t } = useTranslation('viewer');
  const [text, setText] = useState('');
  const [shown, setShown] = useState(clipboard);
  if (clipboard !== shown) {
    setShown(clipboard);
    if (clipboard?.text) setText(clipboard.text);
  }
  const note = (): string => {
    if (text.length > MAX_CLIPBOARD) return t('too_long_to_send', { count: MAX_CLIPBOARD });
    if (text.length > MAX_TYPED_TEXT) return t('too_long_to_type', { count: MAX_TYPED_TEXT });
    return clipboard !== null && clipboard.text === null ? t('no_clipboard') : '';
  };
  return (
    <Popover trapFocus withinPortal={false} position="bottom-end" width={320}>
      <Popover.Target>
        <Button size="compact-sm" variant="default" disabled={isDisabled}>
          {t('text')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Textarea
          label={t('text_label')}
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Text role="status" size="xs" c="dimmed" mt={4}>
          {note()}
        </Text>
        <Group gap={6} mt={8}>
          <Button
            size="compact-sm"
            disabled={isDisabled || text === '' || text.length > MAX_TYPED_TEXT}
            onClick={() => onSend({ t: 'text', text })}
          >
            {t('type_text')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isDisabled || text.length > MAX_CLIPBOARD}
            onClick={() => onSend({ t: 'paste', text })}
          >
            {t('to_clipboard')}
          </Button>
          <Button size="compact-sm" variant="default" disabled={isDisabled} onClick={() => onSend({ t: 'copy' })}>
            {t('from_clipboard')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
