import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KeyTable } from '../../ui/key-table.tsx';
import { wallActionKeys, type WallAction } from './use-wall-keys.ts';

/** A wall screen has neither saved views nor another page. */
const actionsOfUsers: readonly WallAction[] = ['views', 'leave'];

/** What the keys do. */
export function WallHelp({ isWallScreen, onClose }: { isWallScreen: boolean; onClose: () => void }) {
  const { t } = useTranslation('wall');
  const shown = (Object.keys(wallActionKeys) as WallAction[]).filter(
    (action) => !isWallScreen || !actionsOfUsers.includes(action),
  );
  return (
    // Escape is one of the keys of the wall itself.
    <Modal opened onClose={onClose} closeOnEscape={false} title={t('help')} centered>
      <KeyTable lines={shown.map((action) => ({ keys: wallActionKeys[action], text: t(`key.${action}`) }))} />
    </Modal>
  );
}
