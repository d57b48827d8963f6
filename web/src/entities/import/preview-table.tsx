import { Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconEyeOff, IconMathFunction } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { templateHeaders } from '@vigil/shared/contract/import-rules';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { useImportReasonText } from './use-import-reason-text.ts';
import type { CheckedRow, ImportDefinition } from './use-import.ts';
import classes from './imports.module.css';

const ROW_PX = 36;
const SHOWN_ROWS = 12;
const PASSWORD_COLUMN = 1;
const HIDDEN = '••••••••';

interface PreviewTableProps {
  kind: ImportDefinition<never>['kind'];
  rows: readonly CheckedRow<unknown>[];
  choice: { selected: ReadonlySet<number>; onSelect: (selected: ReadonlySet<number>) => void };
  showsPasswords: boolean;
}

/** A checkbox, the cells and the check of each row; only the rows in sight are rendered. */
export function PreviewTable({ kind, rows, choice, showsPasswords }: PreviewTableProps) {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  const scroll = useRef<HTMLDivElement>(null);
  const { selected, onSelect } = choice;
  const titles = templateHeaders[kind][language];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  const isAll = rows.every(({ number }) => selected.has(number));
  const some = rows.some(({ number }) => selected.has(number));
  const toggleAll = () => {
    const next = new Set(selected);
    for (const { number } of rows)
      if (isAll) next.delete(number);
      else next.add(number);
    onSelect(next);
  };
  const toggle = (number: number) => {
    const next = new Set(selected);
    if (!next.delete(number)) next.add(number);
    onSelect(next);
  };
  return (
    <div
      ref={scroll}
      className={classes.scroll}
      // The heading is a row as well.
      style={{ maxHeight: (SHOWN_ROWS + 1) * ROW_PX + 12 }}
    >
      <div
        className={classes.table}
        data-kind={kind}
        role="table"
        aria-label={t('check.title')}
        aria-rowcount={rows.length + 1}
      >
        <div role="rowgroup" className={classes.head}>
          <div role="row" aria-rowindex={1} className={classes.line}>
            <span role="columnheader">
              <Checkbox
                size="xs"
                aria-label={t('row.select_all')}
                checked={isAll}
                indeterminate={!isAll && some}
                onChange={toggleAll}
              />
            </span>
            <span role="columnheader">{t('column.row')}</span>
            {titles.map((title) => (
              <span key={title} role="columnheader">
                {title}
              </span>
            ))}
            <span role="columnheader">{t('column.state')}</span>
          </div>
        </div>
        <div role="rowgroup" className={classes.canvas} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <div
                key={row.number}
                ref={virtual.measureElement}
                data-index={index}
                role="row"
                aria-rowindex={index + 2}
                className={classes.line}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span role="cell">
                  <Checkbox
                    size="xs"
                    aria-label={t('row.select', { number: row.number })}
                    checked={selected.has(row.number)}
                    onChange={() => toggle(row.number)}
                  />
                </span>
                <span role="cell" className="tabular">
                  {row.number}
                </span>
                {titles.map((title, column) => {
                  const text = row.texts[column] ?? '';
                  const isHidden = kind === 'users' && column === PASSWORD_COLUMN && !showsPasswords;
                  return (
                    <span key={title} role="cell" title={isHidden ? undefined : text}>
                      {isHidden ? HIDDEN : text}
                    </span>
                  );
                })}
                <span role="cell">
                  <Check kind={kind} row={row} />
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Check({ kind, row }: { kind: ImportDefinition<never>['kind']; row: CheckedRow<unknown> }) {
  const { t } = useTranslation('imports');
  const reasonText = useImportReasonText(kind);
  const { check, hasFormula, isHidden, unreadable } = row;
  const text =
    check.code !== undefined
      ? reasonText({ reason: check.code, unreadable })
      : check.state === 'exists'
        ? t('row.exists')
        : t('row.ok');
  return (
    <span className={classes.check} data-state={check.code === undefined ? 'ok' : 'problem'} title={text}>
      {check.code === undefined ? (
        <IconCheck size={14} aria-hidden="true" />
      ) : (
        <IconAlertTriangle size={14} aria-hidden="true" />
      )}
      {hasFormula && (
        <IconMathFunction size={14} role="img" aria-label={t('row.formula')}>
          <title>{t('row.formula')}</title>
        </IconMathFunction>
      )}
      {isHidden && (
        <IconEyeOff size={14} role="img" aria-label={t('row.hidden')}>
          <title>{t('row.hidden')}</title>
        </IconEyeOff>
      )}
      <span>{text}</span>
    </span>
  );
}
