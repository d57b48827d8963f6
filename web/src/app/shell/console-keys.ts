import type { KeyLine } from '../../ui/key-table.tsx';

type Section = 'everywhere' | 'list' | 'groups' | 'device';
type Does =
  | 'palette'
  | 'find'
  | 'keys'
  | 'move'
  | 'open'
  | 'select'
  | 'menu'
  | 'rename'
  | 'move_group'
  | 'delete'
  | 'tab'
  | 'refresh'
  | 'favourite'
  | 'live'
  | 'zoom'
  | 'close';

/** The keys of the console and what they do, by where they are pressed. */
export const consoleKeys: readonly {
  readonly section: Section;
  readonly lines: readonly (Pick<KeyLine, 'keys'> & { readonly does: Does })[];
}[] = [
  {
    section: 'everywhere',
    lines: [
      { keys: ['Ctrl+K'], does: 'palette' },
      { keys: ['/'], does: 'find' },
      { keys: ['?'], does: 'keys' },
    ],
  },
  {
    section: 'list',
    lines: [
      { keys: ['ArrowUp', 'ArrowDown'], does: 'move' },
      { keys: ['Enter'], does: 'open' },
      { keys: [' '], does: 'select' },
      { keys: ['Shift+F10'], does: 'menu' },
    ],
  },
  {
    section: 'groups',
    lines: [
      { keys: ['F2'], does: 'rename' },
      { keys: ['M'], does: 'move_group' },
      { keys: ['Del'], does: 'delete' },
      { keys: ['Shift+F10'], does: 'menu' },
    ],
  },
  {
    section: 'device',
    lines: [
      { keys: ['1–5'], does: 'tab' },
      { keys: ['R'], does: 'refresh' },
      { keys: ['F'], does: 'favourite' },
      { keys: ['L'], does: 'live' },
      { keys: ['+', '−', '0', '1'], does: 'zoom' },
      { keys: ['Escape'], does: 'close' },
    ],
  },
];
