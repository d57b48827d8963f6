import { Progress as Bar, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/page.tsx';
import { CheckSection } from './check-section.tsx';
import { FileSection } from './file-section.tsx';
import classes from './imports.module.css';
import { ResultSection } from './result-section.tsx';
import { useImport, type ImportDefinition, type ImportProgress } from './use-import.ts';

interface ImportFlowProps<Body> {
  what: ImportDefinition<Body>;
  /** Reads again what the import changed. */
  onImported: () => Promise<void>;
  /** Address of the list of what was imported. */
  list: string;
}

/** File, check, result: what will happen is seen before it does (spec 3 §2). */
export function ImportFlow<Body>({ what, onImported, list }: ImportFlowProps<Body>) {
  const { kind } = what;
  const { state, selected, setSelected, open, run, restart } = useImport(what, onImported);
  switch (state.step) {
    case 'file':
    case 'reading':
    case 'checking':
      return <FileSection what={what} state={state} onFile={(file, sheet) => void open(file, sheet)} />;
    case 'checked': {
      const { file, error } = state;
      const choice = { selected, onSelect: setSelected };
      return (
        <CheckSection
          {...{ kind, file, error, choice }}
          onSheet={(chosen, sheet) => void open(chosen, sheet)}
          onRun={() => void run(file)}
          onRestart={restart}
        />
      );
    }
    case 'importing':
      return <Running progress={state.progress} count={selected.size} />;
    case 'done':
      return <ResultSection {...{ kind, list }} state={state} onRestart={restart} />;
  }
}

function Running({ progress, count }: { progress: ImportProgress | null; count: number }) {
  const { t } = useTranslation('imports');
  const percent = progress && progress.total > 0 ? (100 * progress.done) / progress.total : 0;
  return (
    <Section title={t('done.title')}>
      <div className={classes.running} role="status">
        <Text size="sm">{t('run.running', { count })}</Text>
        <Bar value={percent} animated={percent === 0} aria-label={t('run.bar')} />
        {progress && (
          <Text size="xs" c="dimmed" className="tabular">
            {t('run.progress', { done: progress.done, total: progress.total })}
          </Text>
        )}
      </div>
    </Section>
  );
}
