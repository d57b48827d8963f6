import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { templateSheetNames, templateHeaders } from '@vigil/shared/contract/import-rules';
import { rowsToCorrect } from '@vigil/shared/domain/import-rows';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { Section } from '../../ui/page.tsx';
import { notifyFailed } from '../../ui/toasts.ts';
import { importCountsOf } from './import-counts.ts';
import { LeftOutRows } from './left-out.tsx';
import { buildWorkbook } from './sheets.ts';
import { useImportReasonText } from './use-import-reason-text.ts';
import type { ImportDefinition, ImportState } from './use-import.ts';
import classes from './imports.module.css';

interface ResultSectionProps {
  kind: ImportDefinition<never>['kind'];
  state: Extract<ImportState<unknown>, { step: 'done' }>;
  list: string;
  onRestart: () => void;
}

/** The totals, and the rows that are left to correct. */
export function ResultSection({ kind, state: { file, result }, list, onRestart }: ResultSectionProps) {
  const { t } = useTranslation('imports');
  const reasonText = useImportReasonText(kind);
  const language = useLanguage();
  const problemText = useProblemText();
  const refused = file.rows.flatMap(({ check: { code }, ...row }) =>
    code === undefined ? [] : [{ ...row, reason: code }],
  );
  const left = [...file.leftOut, ...refused].toSorted((one, other) => one.number - other.number);
  const save = useSingleFlightMutation({
    mutationFn: async () => {
      const reasons = new Map(left.map((row) => [row.number, reasonText(row)]));
      const { titles, rows } = rowsToCorrect(kind, file.all, reasons);
      const heads = [...templateHeaders[kind][language], ...titles, t('column.reason')];
      saveFile(
        `${t('done.file')}.xlsx`,
        await buildWorkbook({ name: templateSheetNames[kind][language], titles: heads, rows }),
      );
    },
    onError: (error) => notifyFailed(problemText(error)),
  });
  const counts = importCountsOf(file, result);
  const lists = { users: t('done.list.users'), groups: t('done.list.groups'), ip: t('done.list.ip') };
  return (
    <>
      <Section title={t('done.title')}>
        <div className={classes.file}>
          <FormMessage kind={left.length === 0 ? 'done' : 'note'}>
            {t('done.submit', counts)}
            {counts.unselected > 0 && ` ${t('done.unselected', { count: counts.unselected })}`}
          </FormMessage>
          {left.length > 0 && <Text size="sm">{t('done.left', { count: left.length })}</Text>}
          <Group gap="xs">
            {left.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconDownload size={15} aria-hidden="true" />}
                loading={save.isPending}
                onClick={() => save.mutate()}
              >
                {t('done.save')}
              </Button>
            )}
            <Button variant="default" onClick={onRestart}>
              {t('file.again')}
            </Button>
            <Button component={Link} to={list}>
              {lists[kind]}
            </Button>
          </Group>
        </div>
      </Section>
      <LeftOutRows kind={kind} rows={left} />
    </>
  );
}
