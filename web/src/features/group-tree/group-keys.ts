import type { GroupAction } from '../../entities/group/use-group-actions.ts';

const actions: { readonly [key: string]: GroupAction | undefined } = { F2: 'rename', Delete: 'delete', m: 'move' };

/** The keys as menus show them and as assistive technology reads them (`aria-keyshortcuts`). */
export const groupShortcutNames: { readonly [A in GroupAction]?: { shown: string; spoken: string } } = {
  rename: { shown: 'F2', spoken: 'F2' },
  delete: { shown: 'Del', spoken: 'Delete' },
  move: { shown: 'M', spoken: 'M' },
};

/** What a key does with the group in the focused row: one of the actions, its menu, or nothing. */
export function groupKeyAction({
  key,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'shiftKey'>): GroupAction | 'menu' | null {
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return 'menu';
  return actions[key.length === 1 ? key.toLowerCase() : key] ?? null;
}
