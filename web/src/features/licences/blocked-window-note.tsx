import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormMessage } from '../../ui/form-message.tsx';

/** A link in place of the window that the browser has blocked. */
export function BlockedWindowNote({ href }: { href: string }) {
  const { t } = useTranslation('licences');
  return (
    <FormMessage kind="note">
      {t('window_blocked')}{' '}
      <Anchor href={href} target="_blank" rel="noopener" inherit>
        {t('open_window')}
      </Anchor>
    </FormMessage>
  );
}
