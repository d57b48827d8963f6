import { useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { paneWidths, treeWidthAtom } from '../lib/layout.ts';
import { ResizeHandle } from '../ui/resize-handle.tsx';
import type { Panel } from './panels.tsx';
import classes from './shell.module.css';

const FIXED_WIDTH = 208;

/** The panel beside a page, on screens that are wide enough. */
export function SidePane({ panel: { label, content, resizable } }: { panel: Panel }) {
  const { t } = useTranslation('shell');
  const [width, setWidth] = useAtom(treeWidthAtom);
  return (
    <nav className={classes.tree} style={{ width: resizable ? width : FIXED_WIDTH }} aria-label={label}>
      <div className={classes.panel}>{content}</div>
      {resizable && (
        <ResizeHandle label={t('resize_tree')} width={width} {...paneWidths.tree} pane="left" onResize={setWidth} />
      )}
    </nav>
  );
}
