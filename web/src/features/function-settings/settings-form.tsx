import type { FunctionSettingsEffects, VersionedFunctionSettings } from '@vigil/shared/contract/http/function-settings';
import { problems } from '@vigil/shared/contract/problems';
import { writeFunctionSettings } from '@vigil/shared/contract/routes/company';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { Section } from '../../ui/page.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { ChangeList } from './change-list.tsx';
import {
  differingFields,
  functionSettingsDraftOf,
  mergeDraft,
  functionDraftProblemOf,
  functionSettingSections,
  type FunctionSettingsDraft,
  type RebasedSettingsDraft,
  type SectionName,
} from './draft.ts';
import { SettingRow } from './setting-row.tsx';
import { useDraftEffects } from './use-draft-effects.ts';
import { useSaveFunctionSettings } from './use-save-function-settings.ts';
import type { ExplainedField } from './use-setting-effect-text.ts';
import classes from './function-settings.module.css';

/** The fields as they are shown: the two numbers of a version are one choice. */
const shown = (name: SectionName): ExplainedField[] =>
  functionSettingSections[name].flatMap((field): ExplainedField[] => {
    if (field === 'min_os_minor') return [];
    return [field === 'min_os_major' ? 'min_os' : field];
  });

const namesOf = Object.keys(functionSettingSections) as SectionName[];

type Errors = Readonly<Partial<Record<string, string>>>;

/** The settings in their sections. What is typed is kept when another administrator saves meanwhile. */
export function SettingsForm({ current }: { current: VersionedFunctionSettings }) {
  const { t } = useTranslation(['functions', 'common']);
  const language = useLanguage();
  const problemText = useProblemText();
  const guest = useGuestSessionDenial()(writeFunctionSettings);
  const form = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(current);
  const [draft, setDraft] = useState<FunctionSettingsDraft>(() => functionSettingsDraftOf(current));
  const [errors, setErrors] = useState<Errors>({});
  const [meanwhile, setMeanwhile] = useState<RebasedSettingsDraft | null>(null);
  const stored = functionSettingsDraftOf(base);
  const changed = differingFields(stored, draft);
  const effects = useDraftEffects(draft);

  // The answer to a save comes before the settings are read again.
  if (current.version > base.version) {
    const merged = mergeDraft(draft, base, current);
    setBase(current);
    setDraft(merged.draft);
    if (changed.length > 0 && merged.theirs.length > 0) setMeanwhile(merged);
  }

  // Both numbers of a version are one field.
  const showAt = (at: string, text: string) => {
    const field = at === 'min_os_minor' ? 'min_os_major' : at;
    setErrors({ [field]: text });
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  };
  const { save, error, isSaving } = useSaveFunctionSettings({
    onSaved: (saved) => {
      setBase(saved);
      setDraft(functionSettingsDraftOf(saved));
      setMeanwhile(null);
      notifyDone(t('functions:saved'));
    },
    onRefused: (field, text) => showAt(field, text),
  });
  const submit = () => {
    setErrors({});
    const problem = functionDraftProblemOf(draft);
    if (problem) return showAt(problem.field, problems[problem.code][language]);
    const consequences = { ends: endsOf(draft, stored, effects), deletes: deletesOf(draft, stored, effects) };
    save({ draft, version: base.version, ...consequences });
  };
  const isShownElsewhere = isApiProblem(error) && (error.field !== undefined || error.code === 'conflict');
  return (
    <FormPage
      ref={form}
      submit={changed.length === 0 ? t('common:save') : `${t('common:save')} · ${changed.length}`}
      denial={guest ?? (changed.length === 0 ? t('functions:unchanged') : null)}
      isDirty={changed.length > 0}
      leave={{
        title: t('functions:leave.title'),
        text: t('functions:leave.text'),
        stay: t('functions:leave.stay'),
        discard: t('functions:leave.discard'),
      }}
      className={classes.footer}
      foot={
        <>
          {meanwhile && <Meanwhile merged={meanwhile} />}
          {error !== null && !isShownElsewhere && <FormMessage kind="refused">{problemText(error)}</FormMessage>}
          <ChangeList changed={changed} from={stored} to={draft} />
        </>
      }
      isPending={isSaving}
      isCancelDisabled={changed.length === 0}
      onSubmit={submit}
      onClose={() => {
        setDraft(stored);
        setErrors({});
        setMeanwhile(null);
      }}
    >
      {namesOf.map((name) => (
        <Section key={name} title={t(`functions:section.${name}`)} text={t(`functions:section_text.${name}`)}>
          {shown(name).map((field) => (
            <SettingRow
              key={field}
              name={field}
              draft={draft}
              stored={stored}
              effects={effects}
              change={base.changes[field === 'min_os' ? 'min_os_major' : field]}
              error={errors[field === 'min_os' ? 'min_os_major' : field]}
              onChange={(part) => {
                setDraft((before) => ({ ...before, ...part }));
                setErrors({});
              }}
            />
          ))}
        </Section>
      ))}
    </FormPage>
  );
}

/** The sessions that this save would end, as far as they are known before the server is asked. */
const endsOf = (
  draft: FunctionSettingsDraft,
  stored: FunctionSettingsDraft,
  effects: FunctionSettingsEffects | undefined,
) =>
  effects && draft.session_time !== stored.session_time
    ? { sessions: effects.ended_sessions, own: effects.ends_own }
    : { sessions: 0, own: false };

/** The entries that a shorter retention would delete, if they are counted already. */
const deletesOf = (
  draft: FunctionSettingsDraft,
  stored: FunctionSettingsDraft,
  effects: FunctionSettingsEffects | undefined,
): number | null =>
  effects && draft.statistics_delete_period < stored.statistics_delete_period ? effects.old_entries : null;

function Meanwhile({ merged: { name: author, theirs, both } }: { merged: RebasedSettingsDraft }) {
  const { t } = useTranslation('functions');
  const list = (listed: RebasedSettingsDraft['theirs']) => listed.map((name) => t(`label.${name}`)).join(', ');
  return (
    <FormMessage kind="refused">
      {t('conflict', { name: author, fields: list(theirs) })}{' '}
      {both.length > 0 && t('conflict_both', { fields: list(both) })}
    </FormMessage>
  );
}
