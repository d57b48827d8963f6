import type { UserImportRow } from '@vigil/shared/contract/http/imports';
import { MAX_IMPORT_ROWS } from '@vigil/shared/contract/import-rules';
import { importUsers, readUserImportProgress } from '@vigil/shared/contract/routes/company';
import { validateUserRows } from '@vigil/shared/domain/import-rows';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ImportFlow } from '../../entities/import/import-flow.tsx';
import type { ImportDefinition } from '../../entities/import/use-import.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Page } from '../../ui/page.tsx';
import { BackToUsersLink } from './back-to-users-link.tsx';
import { NoteInsteadOnPhone } from './hidden-on-phone.tsx';
import { users } from './use-users.ts';

/** `/management/managers/excel` (spec 3 §2), for administrators. */
export function ImportUsersPage() {
  const { t } = useTranslation(['imports', 'users']);
  const { bulk_import } = useInstallationSettings();
  const guest = useGuestSessionDenial()(importUsers);
  const denial = bulk_import ? guest : t('imports:off');
  return (
    <NoteInsteadOnPhone>
      <Page title={t('imports:users')} tools={<BackToUsersLink />} isWide>
        {denial === null ? <Users /> : <EmptyNote title={denial} />}
      </Page>
    </NoteInsteadOnPhone>
  );
}

function Users() {
  const { api } = useServices();
  const language = useLanguage();
  const changed = users.useReread();
  const what = useMemo(
    (): ImportDefinition<UserImportRow> => ({
      kind: 'users',
      maxRows: MAX_IMPORT_ROWS,
      sift: validateUserRows,
      send: async (body) => (await api.call(importUsers, { body })).objects,
      progress: async (import_id) => (await api.call(readUserImportProgress, { params: { import_id } })).objects,
    }),
    [api],
  );
  return <ImportFlow what={what} onImported={changed} list={`/${language}/management/managers`} />;
}
