import { Button, Checkbox, Group } from '@mantine/core';
import type { Notice } from '@vigil/shared/contract/http/notices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoticeLanguageLabel } from '../../entities/notice/notice-language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ServerSanitizedHtml } from '../../ui/server-sanitized-html.tsx';

interface NoticeDialogProps {
  notice: Notice;
  /** For a notice that popped up: do not show it again. */
  onSkip?: () => void;
  onClose: () => void;
}

export function NoticeDialog({ notice, onSkip, onClose }: NoticeDialogProps) {
  const { t } = useTranslation(['signin', 'common']);
  const [skipped, setSkipped] = useState(false);
  const close = () => {
    if (skipped) onSkip?.();
    onClose();
  };
  return (
    <Dialog title={notice.notice_title} size="lg" onClose={close}>
      <NoticeLanguageLabel notice={notice} />
      <ServerSanitizedHtml html={notice.notice_content} lang={notice.type} />
      <Group justify={onSkip ? 'space-between' : 'flex-end'} mt="lg">
        {onSkip && (
          <Checkbox
            label={t('notices.skip')}
            checked={skipped}
            onChange={(event) => setSkipped(event.currentTarget.checked)}
          />
        )}
        <Button variant="default" onClick={close}>
          {t('common:close')}
        </Button>
      </Group>
    </Dialog>
  );
}
