import { CloseButton } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { supportChatOpenAtom } from '../../entities/session/support-chat.ts';
import { useEscape } from '../../lib/use-escape.ts';
import classes from './support-chat.module.css';

/** What the page of the chat may do; it may not lead the console elsewhere. */
const ALLOWED =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';

/** The support chat beside the console: a page of another origin in a frame, loaded when it is opened. */
export function SupportChat({ url }: { url: string }) {
  const { t } = useTranslation(['shell', 'common']);
  const setOpen = useSetAtom(supportChatOpenAtom);
  const close = useCallback(() => setOpen(false), [setOpen]);
  useEscape(close);
  return (
    <aside className={classes.chat} aria-label={t('support_chat')}>
      <header className={classes.head}>
        <strong>{t('support_chat')}</strong>
        <CloseButton autoFocus aria-label={t('common:close')} onClick={close} />
      </header>
      <iframe className={classes.frame} title={t('support_chat')} src={url} sandbox={ALLOWED} />
    </aside>
  );
}
