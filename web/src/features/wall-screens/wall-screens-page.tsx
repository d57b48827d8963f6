import { Button } from '@mantine/core';
import { IconDeviceTv, IconPlus } from '@tabler/icons-react';
import type { WallScreen } from '@vigil/shared/contract/http/wall-screens';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ListState } from '../../ui/read-state.tsx';
import { PairingCodeDialog } from './pairing-code-dialog.tsx';
import { useWallScreens, type PairingCode } from './use-wall-screens.ts';
import { useWallScreenColumns } from './wall-screen-columns.tsx';
import { WallScreenDialog } from './wall-screen-dialog.tsx';

/** `/management/screens`: the wall screens of the company. */
export function WallScreensPage() {
  const { t } = useTranslation('screens');
  /** The screen whose dialog is open. */
  const [edited, setEdited] = useState<WallScreen | 'new' | null>(null);
  const [code, setCode] = useState<PairingCode | null>(null);
  const query = useWallScreens({ isCodeShown: code !== null });
  const columns = useWallScreenColumns({ onCode: setCode, onEdit: setEdited });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  const show = (made: PairingCode) => {
    setEdited(null);
    setCode(made);
  };
  return (
    <Page title={t('title')} tools={add} isWide>
      <Section title={t('list')} text={t('text')}>
        <ListState
          rows={query.data}
          query={query}
          failed={t('failed')}
          loading={4}
          empty={{ icon: <IconDeviceTv stroke={1.4} />, title: t('empty'), text: t('empty_text') }}
        >
          {(rows) => <DataTable rows={rows} pkOf={({ pk }) => pk} columns={columns} />}
        </ListState>
      </Section>
      {edited && (
        <WallScreenDialog screen={edited === 'new' ? null : edited} onMade={show} onClose={() => setEdited(null)} />
      )}
      {code && (
        <PairingCodeDialog
          key={code.pk}
          initialCode={code}
          screen={query.data?.find(({ pk }) => pk === code.pk)}
          onClose={() => setCode(null)}
        />
      )}
    </Page>
  );
}
