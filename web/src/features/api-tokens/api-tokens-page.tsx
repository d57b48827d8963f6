import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../entities/session/viewer.ts';
import { useListView } from '../../lib/use-list-view.ts';
import { ListBody } from '../../ui/list-panel.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { ExamplesSection } from './examples-section.tsx';
import { useTokenColumns } from './token-columns.tsx';
import { tokenListUrl, tokenSearchKeys, useApiTokens } from './use-api-tokens.ts';

/** `/management/api-tokens`: the user's API tokens, for administrators those of the company, and how to use them. */
export function ApiTokensPage() {
  const { t } = useTranslation('tokens');
  const { isAdmin } = useViewer().viewer.flags;
  const [isCreating, setIsCreating] = useState(false);
  const list = useListView(tokenListUrl);
  const searchNames = { name: t('column.name'), owner_name: t('owner_name'), owner_id: t('owner_id') };
  const search = tokenSearchKeys.map((key) => ({ value: key, label: searchNames[key] }));
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setIsCreating(true)}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} tools={create} isWide>
      <Section title={t(isAdmin ? 'of_company' : 'own')} text={t('text')}>
        <ListBody
          list={list}
          query={useApiTokens(list.view)}
          {...(isAdmin && { search })}
          failed={t('failed')}
          empty={{ icon: <IconKey stroke={1.4} />, title: t('empty'), text: t('empty_text') }}
          pkOf={({ pk }) => pk}
          columns={useTokenColumns()}
        />
      </Section>
      <ExamplesSection />
      {isCreating && <CreateTokenDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
