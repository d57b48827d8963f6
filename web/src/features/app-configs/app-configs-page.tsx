import { createAppConfig } from '@vigil/shared/contract/routes/commands';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { appConfigs } from '../../entities/config/app-configs.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { ConfigForm } from './config-form.tsx';
import { BackToConfigsLink, ConfigList } from './config-list.tsx';

/** `/appconfig`, `/appconfig/new` and `/appconfig/7`: the configurations of the company, and one of them. */
export function AppConfigsPage() {
  const { t } = useTranslation('config');
  const { configPk } = useParams();
  const query = appConfigs.useList();
  const denial = useAdminDenial();
  const opened = query.data?.find(({ pk }) => String(pk) === configPk);
  if (!query.data) {
    return (
      <Page title={t('title')}>
        <QueryContent query={query} failed={t('failed')} loading={6} />
      </Page>
    );
  }
  if (configPk === undefined) return <ConfigList configs={query.data} denial={denial} />;
  const base = query.data.find(({ flag_df_config }) => flag_df_config === 1)?.config ?? {};
  if (opened || configPk === 'new') {
    return <ConfigForm key={configPk} config={opened ?? null} inherited={base} denial={denial} />;
  }
  return (
    <Page title={t('title')} tools={<BackToConfigsLink />}>
      <EmptyNote title={t('gone')} />
    </Page>
  );
}

/** Why this user may not change configurations, or null. */
function useAdminDenial(): string | null {
  const { t } = useTranslation();
  const { viewer } = useViewer();
  const guest = useGuestSessionDenial()(createAppConfig);
  return guest ?? (viewer.flags.isAdmin ? null : t('need.isAdmin'));
}
