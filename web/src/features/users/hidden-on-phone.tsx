import { useMediaQuery } from '@mantine/hooks';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MOBILE_MEDIA_QUERY } from '../../lib/layout.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Page } from '../../ui/page.tsx';

/** Users are administered on larger screens (spec 3 §2): an address that is opened on a phone says so. */
export function NoteInsteadOnPhone({ children }: { children: ReactNode }) {
  const { t } = useTranslation('users');
  const isMobile = useMediaQuery(MOBILE_MEDIA_QUERY);
  if (!isMobile) return children;
  return (
    <Page title={t('title')}>
      <EmptyNote icon={<IconDeviceMobileOff stroke={1.4} />} title={t('not_on_phone')} text={t('not_on_phone_text')} />
    </Page>
  );
}
