import { Button, Group } from '@mantine/core';
import type { TemplateKind } from '@vigil/shared/contract/import-rules';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FormMessage } from '../../ui/form-message.tsx';
import { Section } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { useDismissImport, useImportRecord } from './import-records.ts';
import { LeftOutRows } from './left-out.tsx';
import { Running } from './running.tsx';
import classes from './imports.module.css';

interface StoredResultProps {
  id: string;
  kind: TemplateKind;
  list: string;
}

/** What became of an import whose page was left. */
export function StoredResult({ id, kind, list }: StoredResultProps) {
  const { t } = useTranslation('imports');
  const dismiss = useDismissImport();
  const record = useImportRecord(id);
  const state = record.data?.state;
  const lists = { users: t('done.list.users'), groups: t('done.list.groups'), ip: t('done.list.ip') };
  useEffect(() => {
    if (state === 'finished') dismiss(id);
  }, [state, dismiss, id]);
  if (!record.data) return <QueryContent query={record} failed={t('done.not_read')} loading={3} />;
  const { ok, exists, failure, done, total, rows } = record.data;
  if (state === 'running') return <Running progress={{ done, total }} count={total} />;
  const left = rows.flatMap(({ index, row, code }) =>
    code === undefined ? [] : [{ number: row ?? index + 1, reason: code, unreadable: null }],
  );
  return (
    <>
      <Section title={t('done.title')}>
        <div className={classes.file}>
          <FormMessage kind={state === 'finished' && left.length === 0 ? 'done' : 'note'}>
            {state === 'finished'
              ? t('done.submit', { ok, exists, failure, total: rows.length })
              : t('done.interrupted')}
          </FormMessage>
          <Group gap="xs">
            <Button component={Link} to="?" variant="default">
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
