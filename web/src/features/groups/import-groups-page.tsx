import { Button } from '@mantine/core';
import type { GroupImportRow } from '@vigil/shared/contract/http/imports';
import { MAX_IMPORT_ROWS } from '@vigil/shared/contract/import-rules';
import { importGroups } from '@vigil/shared/contract/routes/company';
import { validateGroupRows } from '@vigil/shared/domain/import-rows';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ImportFlow } from '../../entities/import/import-flow.tsx';
import type { ImportDefinition } from '../../entities/import/use-import.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Page } from '../../ui/page.tsx';

/** `/management/groups/excel` (spec 3 §2), for administrators. */
export function ImportGroupsPage() {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  const { bulk_import } = useInstallationSettings();
  const guest = useGuestSessionDenial()(importGroups);
  const list = `/${language}/management/groups`;
  const denial = bulk_import ? guest : t('off');
  const back = (
    <Button component={Link} to={list} variant="default">
      {t('back.groups')}
    </Button>
  );
  return (
    <Page title={t('groups')} tools={back} isWide>
      {denial === null ? <Groups list={list} /> : <EmptyNote title={denial} />}
    </Page>
  );
}

/** New groups come with the live changes of the tree. */
const nothingToRead = (): Promise<void> => Promise.resolve();

function Groups({ list }: { list: string }) {
  const { api } = useServices();
  const what = useMemo(
    (): ImportDefinition<GroupImportRow> => ({
      kind: 'groups',
      maxRows: MAX_IMPORT_ROWS,
      sift: validateGroupRows,
      send: async (body) => (await api.call(importGroups, { body })).objects,
    }),
    [api],
  );
  return <ImportFlow what={what} onImported={nothingToRead} list={list} />;
}
