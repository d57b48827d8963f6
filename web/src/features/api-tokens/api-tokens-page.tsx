import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { Page, Section } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { ExamplesSection } from './examples-section.tsx';
import { TokenTable } from './token-table.tsx';
import { searchKeys, useApiTokens, useRevocation, type TokenView } from './use-api-tokens.ts';

const firstView: TokenView = { page: { index: 0, size: 10 }, search: { key: 'name', value: '' } };

/** `/management/api-tokens`: the own API tokens, for administrators those of the company, and how to use them. */
export function ApiTokensPage() {
  const { profile } = useViewer();
  const language = useLanguage();
  return profile.is_invited ? <Navigate to={`/${language}/management/profile`} replace /> : <ApiTokens />;
}

function ApiTokens() {
  const { t } = useTranslation('tokens');
  const { viewer } = useViewer();
  const [view, setView] = useState(firstView);
  const [isCreating, setIsCreating] = useState(false);
  const query = useApiTokens(useDeferredValue(view));
  const revoke = useRevocation();
  const { isAdmin } = viewer.flags;
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setIsCreating(true)}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} tools={create} isWide>
      <Section
        title={t(isAdmin ? 'of_company' : 'own')}
        text={t('text')}
        tools={isAdmin && <Search view={view} onSearch={(search) => setView({ page: firstView.page, search })} />}
      >
        <PagedList
          query={query}
          loading={4}
          failed={t('failed')}
          empty={{ icon: <IconKey stroke={1.4} />, title: t('empty'), text: t('empty_text') }}
          onClear={view.search.value.trim() === '' ? null : () => setView(firstView)}
          page={view.page}
          onPage={(page) => setView({ ...view, page })}
        >
          {(rows) => <TokenTable rows={rows} hasOwners={isAdmin} onRevoke={revoke} />}
        </PagedList>
      </Section>
      <ExamplesSection />
      {isCreating && <CreateTokenDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

function Search({ view: { search }, onSearch }: { view: TokenView; onSearch: (search: TokenView['search']) => void }) {
  const { t } = useTranslation('tokens');
  const names = { name: t('column.name'), owner_name: t('owner_name'), owner_id: t('owner_id') };
  return (
    <Group gap="xs" role="search">
      <Select
        size="xs"
        w={130}
        aria-label={t('search_in')}
        data={searchKeys.map((key) => ({ value: key, label: names[key] }))}
        value={search.key}
        onChange={(key) => key && onSearch({ key, value: '' })}
        allowDeselect={false}
      />
      <TextInput
        size="xs"
        w={180}
        type="search"
        maxLength={200}
        aria-label={t('search')}
        placeholder={t('search')}
        value={search.value}
        onChange={(event) => onSearch({ ...search, value: event.currentTarget.value })}
      />
    </Group>
  );
}
