import { IconChevronRight, IconDevices, IconFolder, IconStar } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InSessionMark } from '../../entities/device/in-session-mark.tsx';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import { dotStateOf, StateDot } from '../../entities/device/state-dot.tsx';
import type { DeviceCounts } from '../../entities/group/group-tree.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useDevice } from '../../live/use-fleet.ts';
import type { SideTreeRow } from './tree-rows.ts';
import classes from './tree.module.css';

const INDENT = 14;

/** Whether a click hit the arrow that opens a row. */
export const isExpandArrow = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-twist] svg') !== null;

export interface TreeRowCounts extends DeviceCounts {
  /** Devices with an open alert. */
  trouble: number;
  /** Devices that somebody uses or sees now. */
  inSession: number;
}

export interface TreeRowViewProps {
  row: SideTreeRow;
  selected: boolean;
  focused: boolean;
  count: TreeRowCounts | null;
  style: CSSProperties;
  dropEdge: string | null;
  /** Buttons at the end of the row. */
  tools: ReactNode;
  draggable: boolean;
  handlers: React.HTMLAttributes<HTMLDivElement>;
}

export function TreeRowView({
  row,
  selected,
  focused,
  count,
  style,
  dropEdge,
  tools,
  draggable,
  handlers,
}: TreeRowViewProps) {
  const denied = row.kind === 'group' && !row.node.isPermitted;
  return (
    <div
      id={`tree-${row.id}`}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={selected}
      aria-expanded={row.kind === 'group' && row.hasChildren ? row.open : undefined}
      className={classes.row}
      data-denied={denied || undefined}
      data-drop={dropEdge ?? undefined}
      tabIndex={focused ? 0 : -1}
      draggable={draggable}
      style={{ ...style, paddingLeft: 4 + row.depth * INDENT }}
      {...handlers}
    >
      <span className={classes.twist} data-twist data-open={(row.kind === 'group' && row.open) || undefined}>
        {row.kind === 'group' && row.hasChildren && <IconChevronRight size={14} stroke={2} />}
      </span>
      <RowContent row={row} />
      {tools}
      {count && <RowCount count={count} />}
    </div>
  );
}

function RowContent({ row }: { row: SideTreeRow }) {
  const { t } = useTranslation('tree');
  switch (row.kind) {
    case 'all':
      return <Named icon={<IconDevices size={16} stroke={1.6} />} name={t('all')} />;
    case 'favourites':
      return <Named icon={<IconStar size={16} stroke={1.6} />} name={t('favourites')} />;
    case 'group':
      return (
        <Named
          icon={<IconFolder size={16} stroke={1.6} />}
          name={row.node.group.name}
          title={row.node.isPermitted ? row.node.group.name : t('no_access')}
        />
      );
    case 'device':
      return <DeviceName pk={row.pk} />;
  }
}

function DeviceName({ pk }: { pk: Extract<SideTreeRow, { kind: 'device' }>['pk'] }) {
  const { t } = useTranslation();
  const { viewer } = useViewer();
  const device = useDevice(pk);
  if (!device) return null;
  const state = dotStateOf(device, viewer);
  return (
    <>
      <Named icon={<OsIcon os={device.dev_os_id} size={15} />} name={device.alias} />
      <InSessionMark pk={pk} />
      <StateDot state={state} />
      <span className="visually-hidden">{t(state)}</span>
    </>
  );
}

function Named({ icon, name, title }: { icon: ReactNode; name: string; title?: string }) {
  return (
    <>
      <span className={classes.icon}>{icon}</span>
      <span className={classes.name} title={title ?? name}>
        {name}
      </span>
    </>
  );
}

function RowCount({ count: { online, total, trouble, inSession } }: { count: TreeRowCounts }) {
  const { t } = useTranslation('tree');
  return (
    <span className={classes.count}>
      {inSession > 0 && (
        <span className={classes.inSession} title={t('in_session', { count: inSession })}>
          <span aria-hidden="true">◉ {inSession}</span>
          <span className="visually-hidden">{t('in_session', { count: inSession })}</span>
        </span>
      )}
      {trouble > 0 && (
        <span className={classes.trouble} title={t('trouble', { count: trouble })}>
          <span aria-hidden="true">{trouble}</span>
          <span className="visually-hidden">{t('trouble', { count: trouble })}</span>
        </span>
      )}
      <span aria-hidden="true">
        <b>{online}</b>/{total}
      </span>
      <span className="visually-hidden">{t('counts', { online, total })}</span>
    </span>
  );
}
