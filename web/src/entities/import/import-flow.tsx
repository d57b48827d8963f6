import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { notifyDone } from '../../ui/toasts.ts';
import { CheckSection } from './check-section.tsx';
import { FileSection } from './file-section.tsx';
import { importCountsOf } from './import-counts.ts';
import { RESULT_PARAMETER } from './import-result-address.ts';
import { ResultSection } from './result-section.tsx';
import { Running } from './running.tsx';
import { StoredResult } from './stored-result.tsx';
import { useImport, type ImportDefinition } from './use-import.ts';

interface ImportFlowProps<Body> {
  what: ImportDefinition<Body>;
  /** Reads again what the import changed. */
  onImported: () => Promise<void>;
  /** Address of the list of what was imported. */
  list: string;
}

/** The result that the address names, or an import from its file on. */
export function ImportFlow<Body>(props: ImportFlowProps<Body>) {
  const [parameters] = useSearchParams();
  const stored = parameters.get(RESULT_PARAMETER);
  if (stored === null) return <NewImport {...props} />;
  return <StoredResult id={stored} kind={props.what.kind} list={props.list} />;
}

/** File, check, result: what will happen is seen before it does (spec 3 §2). */
function NewImport<Body>({ what, onImported, list }: ImportFlowProps<Body>) {
  const { kind } = what;
  const { t } = useTranslation('imports');
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
    case 'done': {
      const counts = importCountsOf(state.file, state.result);
      // As specified for users (spec 3 §2, decision 130); whoever has rows to correct stays with them.
      if (kind === 'users' && counts.failure === 0) return <MoveToList list={list} text={t('done.submit', counts)} />;
      return <ResultSection {...{ kind, list }} state={state} onRestart={restart} />;
    }
  }
}

/** The list shows what was imported; a message says how much. */
function MoveToList({ list, text }: { list: string; text: string }) {
  const message = useRef(text);
  useEffect(() => notifyDone(message.current), []);
  return <Navigate to={list} replace />;
}
