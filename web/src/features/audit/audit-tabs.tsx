import { IconHistory, IconLogin2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { PageTabs } from '../../ui/page-tabs.tsx';

/** What users did, and who signed in or failed to. */
export function AuditTabs({ shown }: { shown: 'activity' | 'sign_ins' }) {
  const { t } = useTranslation('audit');
  const path = `/${useLanguage()}/management/audit`;
  return (
    <PageTabs
      label={t('title')}
      tabs={[
        { to: path, label: t('activity'), icon: IconHistory, isCurrent: shown === 'activity' },
        { to: `${path}/sign-ins`, label: t('sign_ins.title'), icon: IconLogin2, isCurrent: shown === 'sign_ins' },
      ]}
    />
  );
}
