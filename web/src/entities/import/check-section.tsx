import { Button, Group, SegmentedControl, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Section } from '../../ui/page.tsx';
import { LeftOutRows } from './left-out.tsx';
import { PreviewTable } from './preview-table.tsx';
import { SheetNotes } from './sheet-notes.tsx';
import { SheetSelect } from './sheet-select.tsx';
import type { CheckedFile, ImportDefinition } from './use-import.ts';
import classes from './imports.module.css';

interface CheckSectionProps {
  kind: ImportDefinition<never>['kind'];
  file: CheckedFile<unknown>;
  /** Why an import was refused as a whole. */
  error: unknown;
  choice: { selected: ReadonlySet<number>; onSelect: (selected: ReadonlySet<number>) => void };
  onSheet: (file: File, sheet: string) => void;
  onRun: () => void;
  onRestart: () => void;
}

/** The preview (spec 3 §2), with what the dry run says of each row. */
export function CheckSection({ kind, file, error, choice, onSheet, onRun, onRestart }: CheckSectionProps) {
  const { t } = useTranslation('imports');
  const problemText = useProblemText();
  const [view, setView] = useState<'all' | 'problems'>('all');
  const [showsPasswords, setShowsPasswords] = useState(false);
  const problems = file.rows.filter(({ check }) => check.code !== undefined);
  const shown = view === 'all' ? file.rows : problems;
  const count = choice.selected.size;
  const run = {
    users: t('run.users', { count }),
    groups: t('run.groups', { count }),
    ip: t('run.ip', { count }),
  };
  return (
    <>
      {error !== null && <FormMessage kind="refused">{problemText(error)}</FormMessage>}
      <Section
        title={t('check.title')}
        text={t('check.ready', {
          name: file.source.file.name,
          ready: file.rows.length - problems.length,
          problems: problems.length + file.leftOut.length,
        })}
        tools={
          <Group gap="sm">
            {kind === 'users' && (
              <Switch
                size="xs"
                label={t('check.show')}
                checked={showsPasswords}
                onChange={(event) => setShowsPasswords(event.currentTarget.checked)}
              />
            )}
            <SegmentedControl
              size="xs"
              aria-label={t('check.filter')}
              value={view}
              onChange={setView}
              data={[
                { value: 'all', label: t('check.all') },
                { value: 'problems', label: t('check.problems') },
              ]}
            />
          </Group>
        }
      >
        <SheetSelect source={file.source} onSheet={onSheet} />
        <SheetNotes file={file} />
        {shown.length === 0 ? (
          <EmptyNote title={file.rows.length === 0 ? t('check.empty') : t('check.none')} />
        ) : (
          <PreviewTable kind={kind} rows={shown} choice={choice} showsPasswords={showsPasswords} />
        )}
        <div className={classes.foot}>
          <Text size="sm" className="tabular" role="status">
            {t('check.selected', { count })}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onRestart}>
              {t('file.again')}
            </Button>
            <Button disabled={count === 0} onClick={onRun}>
              {run[kind]}
            </Button>
          </Group>
        </div>
      </Section>
      <LeftOutRows kind={kind} rows={file.leftOut} />
    </>
  );
}
