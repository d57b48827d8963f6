import { Anchor, Button, FileButton, Group, Loader, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { MAX_IMPORT_FILE_BYTES } from '@vigil/shared/contract/import-rules';
import { languages, type Language } from '@vigil/shared/contract/languages';
import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../lib/language.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { Section } from '../../ui/page.tsx';
import { notifyFailed } from '../../ui/toasts.ts';
import { FileRefusal } from './file-refusal.tsx';
import type { ImportDefinition, ImportState } from './use-import.ts';
import classes from './imports.module.css';

const limitsOf = ({ maxRows }: Pick<ImportDefinition<never>, 'maxRows'>) => ({
  rows: maxRows,
  megabytes: MAX_IMPORT_FILE_BYTES / 1_048_576,
});

interface FileSectionProps {
  what: Pick<ImportDefinition<never>, 'kind' | 'maxRows'>;
  state: Extract<ImportState<never>, { step: 'file' | 'reading' | 'checking' }>;
  onFile: (file: File, sheet?: string) => void;
}

/** Where a file is chosen or dropped. */
export function FileSection({ what, state, onFile }: FileSectionProps) {
  const { t } = useTranslation('imports');
  const isBusy = state.step !== 'file';
  const { kind } = what;
  const limits = limitsOf(what);
  const hints = { users: t('hint.users'), groups: t('hint.groups'), ip: t('hint.ip') };
  const [chosen, setChosen] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const choose = (file: File) => {
    setChosen(file);
    setMissing(false);
  };
  const take = kind === 'ip' ? choose : onFile;
  const { isOver, target } = useDrop(isBusy ? () => undefined : take);
  return (
    <Section title={t('file.title')} text={t('file.text', limits)}>
      <div className={classes.file}>
        {state.step === 'file' && state.error !== null && (
          <FileRefusal kind={kind} error={state.error} limits={limits} onSheet={onFile} />
        )}
        {isMissing && <FormMessage kind="refused">{t('file.none')}</FormMessage>}
        <div
          className={classes.drop}
          data-over={isOver || undefined}
          role="group"
          aria-label={t('file.title')}
          {...target}
        >
          <IconFileSpreadsheet size={28} stroke={1.4} aria-hidden="true" />
          {isBusy ? (
            <Group gap="xs" role="status">
              <Loader size={14} aria-hidden="true" />
              <Text size="sm">
                {state.step === 'reading'
                  ? t('file.reading', { name: state.name })
                  : t('file.checking', { count: state.count })}
              </Text>
            </Group>
          ) : (
            <>
              <FileButton accept=".xlsx" onChange={(file) => file && take(file)}>
                {(props) => (
                  <Button {...props} variant={kind === 'ip' ? 'default' : 'filled'}>
                    {t('file.choose')}
                  </Button>
                )}
              </FileButton>
              <Text size="sm" c="dimmed">
                {chosen === null ? t('file.drop') : chosen.name}
              </Text>
              {kind === 'ip' && (
                <Button onClick={() => (chosen === null ? setMissing(true) : onFile(chosen))}>{t('file.start')}</Button>
              )}
            </>
          )}
        </div>
        <Text size="sm">{hints[kind]}</Text>
        <Templates kind={kind} />
      </div>
    </Section>
  );
}

function useDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const stop = (event: DragEvent, over: boolean) => {
    event.preventDefault();
    setOver(over);
  };
  const target = {
    onDragOver: (event: DragEvent) => stop(event, true),
    onDragLeave: (event: DragEvent) => stop(event, false),
    onDrop: (event: DragEvent) => {
      stop(event, false);
      const [file] = event.dataTransfer.files;
      if (file) onFile(file);
    },
  };
  return { isOver, target };
}

function Templates({ kind }: Pick<ImportDefinition<never>, 'kind'>) {
  const { t } = useTranslation('imports');
  const { api } = useServices();
  const problemText = useProblemText();
  const save = useSingleFlightMutation({
    mutationFn: async (language: Language) => {
      const name = `${kind}.${language}.xlsx`;
      saveFile(name, await api.file(`/templates/${name}`));
    },
    onError: (error) => notifyFailed(problemText(error)),
  });
  return (
    <Group gap="sm">
      <Text size="sm">{t('file.template')}</Text>
      {languages.map((language) => (
        <Anchor
          key={language}
          component="button"
          type="button"
          size="sm"
          lang={language}
          onClick={() => save.mutate(language)}
        >
          {languageNames[language]}
        </Anchor>
      ))}
    </Group>
  );
}
