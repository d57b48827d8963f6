import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import type { Channel } from '@vigil/shared/contract/http/channels';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ListState } from '../../ui/read-state.tsx';
import { useChannelColumns } from './channel-columns.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useChannels, useConfirmRotateSecret } from './use-channels.ts';

type Shown =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'deliveries'; readonly channel: Channel }
  | { readonly what: 'secret'; readonly secret: string };

/** `/management/channels`: where incidents are told besides bell and mail. */
export function ChannelsPage() {
  const { t } = useTranslation('channels');
  const [shown, show] = useState<Shown | null>(null);
  const query = useChannels();
  const columns = useChannelColumns({
    onEdit: (channel) => show({ what: 'edit', channel }),
    onDeliveries: (channel) => show({ what: 'deliveries', channel }),
  });
  const rotate = useConfirmRotateSecret((secret) => show({ what: 'secret', secret }));
  const close = () => show(null);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => show({ what: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} tools={add} isWide>
      <Section title={t('list')} text={t('text')}>
        <ListState
          rows={query.data}
          query={query}
          failed={t('failed')}
          loading={4}
          empty={{ icon: <IconWebhook stroke={1.4} />, title: t('empty'), text: t('empty_text') }}
        >
          {(rows) => <DataTable rows={rows} pkOf={({ pk }) => pk} columns={columns} />}
        </ListState>
      </Section>
      {(shown?.what === 'new' || shown?.what === 'edit') && (
        <ChannelDialog
          channel={shown.what === 'new' ? null : shown.channel}
          onMade={(secret) => show(secret === null ? null : { what: 'secret', secret })}
          onRotate={(channel) => {
            close();
            rotate(channel);
          }}
          onClose={close}
        />
      )}
      {shown?.what === 'secret' && <SecretDialog secret={shown.secret} onClose={close} />}
      {shown?.what === 'deliveries' && <DeliveriesDialog channel={shown.channel} onClose={close} />}
    </Page>
  );
}
