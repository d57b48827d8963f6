import { Button } from '@mantine/core';
import { IconFolderOpen, IconStar } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListScope } from '../../entities/device/device-address.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useLiveData } from '../../live/use-fleet.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { LoadingRows } from '../../ui/loading-rows.tsx';

/** Seen by those who have no device yet. */
const FirstDevice = lazyWithPreload(
  async () => (await import('../../entities/device/add-first-device.tsx')).AddFirstDevice,
);

/** Explains an empty list, and what to do next. */
export function EmptyList() {
  const { t } = useTranslation(['devices', 'common']);
  const { store } = useLiveData();
  const scope = useListScope();
  const language = useLanguage();
  const { viewer } = useViewer();
  if (store.size === 0)
    return (
      <Suspense fallback={<LoadingRows rows={14} />}>
        <FirstDevice />
      </Suspense>
    );
  if (scope === 'favorate') {
    return (
      <EmptyNote
        icon={<IconStar stroke={1.4} />}
        title={t('empty_favourites')}
        text={t('empty_favourites_text')}
        action={
          <Button component={Link} to={`/${language}/device/all`} variant="default">
            {t('common:not_found.home')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyNote
      icon={<IconFolderOpen stroke={1.4} />}
      title={t('empty_group')}
      text={t(viewer.flags.isAdmin && !viewer.isGuest ? 'empty_group_text' : 'empty_group_member')}
    />
  );
}
