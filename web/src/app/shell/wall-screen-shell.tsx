import { Center, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useMatch } from 'react-router-dom';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { useRereadOnAnnouncements } from '../data/reread-on-announcements.ts';
import { useSyncGroupTree } from '../data/use-sync-group-tree.ts';
import { useWallScreenReporting } from '../session/use-wall-screen-reports.ts';
import classes from './shell.module.css';

/** All of the console that a wall screen has: the wall, without menus, dialogs or another page. */
export function WallScreenShell() {
  const { t } = useTranslation('screen');
  const language = useLanguage();
  const { profile } = useViewer();
  const isWall = useMatch('/:lang/wall') !== null;
  useSyncGroupTree();
  useRereadOnAnnouncements();
  useWallScreenReporting();
  if (!isWall) return <Navigate to={`/${language}/wall`} replace />;
  return (
    <main id="content" className={classes.fullScreen}>
      {profile.license.gate === 1 ? (
        <Center h="100%" p="xl">
          <Text size="xl">{t('gate')}</Text>
        </Center>
      ) : (
        <Outlet />
      )}
    </main>
  );
}
