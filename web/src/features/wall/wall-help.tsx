import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { wallActionKeys, type WallAction } from './use-wall-keys.ts';

const signs: Readonly<Record<string, string>> = {
  ArrowRight: '→',
  ArrowLeft: '←',
  PageDown: 'Page ↓',
  PageUp: 'Page ↑',
  ' ': 'Space',
  Escape: 'Esc',
};

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
      <Table withRowBorders={false} verticalSpacing={6}>
        <Table.Tbody>
          {shown.map((action) => (
            <Table.Tr key={action}>
              <Table.Td w={150}>
                {wallActionKeys[action].map((key) => (
                  <Kbd key={key} mr={6}>
                    {signs[key] ?? key.toUpperCase()}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{t(`key.${action}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
