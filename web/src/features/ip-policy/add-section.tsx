import { Button, SegmentedControl, TextInput } from '@mantine/core';
import type { ImportResult } from '@vigil/shared/contract/http/imports';
import type { IpRuleInput } from '@vigil/shared/contract/http/ip-policy';
import { MAX_IP_REASON, MAX_IP_RULES } from '@vigil/shared/contract/ip-rules';
import { validateIpRuleRows } from '@vigil/shared/domain/import-rows';
import { addressProblem } from '@vigil/shared/domain/ip-addresses';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImportFlow } from '../../entities/import/import-flow.tsx';
import type { ImportDefinition } from '../../entities/import/use-import.ts';
import { apiProblemOf } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { Section } from '../../ui/page.tsx';
import { notifyDone, notifyWarning } from '../../ui/toasts.ts';
import { addModes, type AddMode } from './rule-list.ts';
import type { ChangeIpPolicy } from './use-ip-policy.ts';
import classes from './ip-policy.module.css';

interface AddSectionProps {
  mode: AddMode;
  onMode: (mode: AddMode) => void;
  change: ChangeIpPolicy;
}

/** Adds an address, a range, a subnet, or a file of them (spec 3 §2). */
export function AddSection({ mode, onMode, change }: AddSectionProps) {
  const { t } = useTranslation('blocking');
  const names = { single: t('mode.single'), range: t('mode.range'), subnet: t('mode.subnet'), excel: t('mode.excel') };
  return (
    <>
      <Section title={t('add')} text={t('add_text')}>
        <div className={classes.body}>
          <SegmentedControl
            aria-label={t('mode.label')}
            value={mode}
            onChange={onMode}
            data={addModes.map((value) => ({ value, label: names[value] }))}
          />
          {mode !== 'excel' && <RuleForm key={mode} mode={mode} change={change} />}
        </div>
      </Section>
      {mode === 'excel' && <FileOfRules change={change} />}
    </>
  );
}

function RuleForm({ mode, change }: { mode: Exclude<AddMode, 'excel'>; change: ChangeIpPolicy }) {
  const { t } = useTranslation('blocking');
  const problemText = useProblemText();
  const language = useLanguage();
  const [start, setStart] = useState('');
  const [end, setEnd] = useState('');
  const [reason, setReason] = useState('');
  const add = useSingleFlightMutation({
    mutationFn: async () => {
      const problem = problemOf(mode, start, end);
      if (problem) throw apiProblemOf(problem, language);
      return change({ type: 'post', start_ip_address: start, end_ip_address: end, reason });
    },
    onSuccess: (result) => {
      if (result === null) return;
      if (result.added === 0) return notifyWarning(t('exists'));
      notifyDone(t('added', { count: result.added }));
      setStart('');
      setEnd('');
      setReason('');
    },
  });
  const label = { single: t('field.address'), range: t('field.start'), subnet: t('field.subnet') }[mode];
  const example = { single: '203.0.113.7', range: '203.0.113.1', subnet: '203.0.113.0/24' }[mode];
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <TextInput
        label={label}
        placeholder={example}
        value={start}
        onChange={(event) => setStart(event.currentTarget.value)}
        error={add.error && problemText(add.error)}
        maxLength={100}
      />
      {mode === 'range' && (
        <TextInput
          label={t('field.end')}
          placeholder="203.0.113.20"
          value={end}
          onChange={(event) => setEnd(event.currentTarget.value)}
          maxLength={100}
        />
      )}
      <TextInput
        label={t('field.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={MAX_IP_REASON}
      />
      <Button type="submit" loading={add.isPending}>
        {t('add_button')}
      </Button>
    </form>
  );
}

/** A range needs both ends; a single address is no subnet (spec 3 §5). */
function problemOf(mode: Exclude<AddMode, 'excel'>, start: string, end: string) {
  const problem = addressProblem(start, mode === 'range' ? end : '');
  if (problem !== null) return problem;
  if (mode === 'single' && start.includes('/')) return 'ip_range_error';
  return mode === 'range' && end.trim() === '' ? 'ip_range_error' : null;
}

const nothingToRead = (): Promise<void> => Promise.resolve();

function FileOfRules({ change }: { change: ChangeIpPolicy }) {
  const language = useLanguage();
  const what = useMemo(
    (): ImportDefinition<IpRuleInput> => ({
      kind: 'ip',
      maxRows: MAX_IP_RULES,
      sift: validateIpRuleRows,
      send: async ({ rows, dry_run }) => sendRows(change, rows, dry_run),
    }),
    [change],
  );
  return <ImportFlow what={what} onImported={nothingToRead} list={`/${language}/management/settings/blocking`} />;
}

async function sendRows(change: ChangeIpPolicy, rows: IpRuleInput[], isDry: boolean): Promise<ImportResult | null> {
  if (rows.length === 0) return { total: 0, failure: 0, exists: 0, rows: [] };
  const result = await change({ type: 'post', rows, ...(isDry ? { preview: 1 as const } : {}) });
  if (result === null) return null;
  const exists = result.rows.filter(({ state }) => state === 'exists').length;
  return { total: rows.length, failure: 0, exists, rows: result.rows };
}
