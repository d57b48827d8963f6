import { useHotkeys } from '@mantine/hooks';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { palette } from '../../lib/palette-store.ts';
import { keysDialog } from '../../ui/dialogs.ts';
import { consoleKeys } from './console-keys.ts';

const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/** The search of the page; what is not drawn, such as the tree of a narrow window, has none. */
const searchField = (): HTMLInputElement | undefined =>
  [
    ...document.querySelectorAll<HTMLInputElement>('#content input[type="search"], #content [role="search"] input'),
  ].find((field) => field.offsetParent !== null);

/** Keys of every page, outside of fields: `/` searches, in the page or else everywhere, and `?` lists the keys. */
export function useShellKeys(): void {
  const { t } = useTranslation('shell');
  const openDialog = useSetAtom(openDialogAtom);
  const search = () => {
    if (isCovered()) return;
    const field = searchField();
    if (field) field.focus();
    else palette.open();
  };
  const showKeys = () => {
    if (isCovered()) return;
    const sections = consoleKeys.map(({ section, lines }) => ({
      title: t(`keys.section.${section}`),
      lines: lines.map(({ keys, does }) => ({ keys, text: t(`keys.does.${does}`) })),
    }));
    openDialog(keysDialog({ title: t('keys.title'), sections }));
  };
  // On keyboards on which these need Shift, it is pressed.
  useHotkeys([
    ['/', search],
    ['shift+/', search],
    ['shift+?', showKeys],
    ['?', showKeys],
  ]);
}
