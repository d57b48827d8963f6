import { Button, Stack, TextInput } from '@mantine/core';
import { configDefaults, type AppConfigOverrides } from '@vigil/shared/contract/app-config-rules';
import type { AppConfig } from '@vigil/shared/contract/http/app-configs';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { shownConfigKeys } from '../../entities/config/shown-keys.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useEscape } from '../../lib/use-escape.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import {
  configDraftOf,
  emptyDraft,
  isSameWhenSaved,
  problemsOf,
  configFromDraft,
  type ConfigDraft,
} from './config-draft.ts';
import { BackToConfigsLink } from './config-list.tsx';
import { ConfigKeyField } from './key-field.tsx';
import { useSaveConfig } from './use-save-config.ts';

interface ConfigFormProps {
  /** Null for a new one. */
  config: AppConfig | null;
  /** What the company's default configuration sets. */
  inherited: AppConfigOverrides;
  /** Why this user may not change configurations, or null. */
  denial: string | null;
}

/**
 * Name, description and keys of a configuration. What is typed is kept when someone else changes the configuration
 * meanwhile.
 */
export function ConfigForm({ config, inherited, denial }: ConfigFormProps) {
  const { t } = useTranslation(['config', 'common']);
  const { profile } = useViewer();
  const language = useLanguage();
  const navigate = useNavigate();
  const problemText = useProblemText();
  const [base, setBase] = useState(config);
  const [draft, setDraft] = useState<ConfigDraft>(config ? configDraftOf(config) : emptyDraft);
  const [isTried, setIsTried] = useState(false);
  const isSaved = useRef(false);
  const isDirty = !isSameWhenSaved(draft, base ? configDraftOf(base) : emptyDraft);
  const isOutdated = config !== null && base !== null && config.version !== base.version;
  const show = (current: AppConfig) => {
    setBase(current);
    setDraft(configDraftOf(current));
  };
  // Nothing was typed, so that nothing is lost.
  if (isOutdated && !isDirty) show(config);
  const problems = problemsOf(draft);
  const errorOf = (field: string) => {
    const problem = isTried ? problems[field] : undefined;
    return problem === undefined ? null : t(`config:${problem.text}`, { ...problem });
  };

  const close = () => void navigate(`/${language}/appconfig`);
  useEscape(close);
  const { save, error, isSaving } = useSaveConfig(base, (name) => {
    isSaved.current = true;
    notifyDone(t('config:saved', { name }));
    close();
  });
  const isLate = isOutdated && isDirty;
  const isNameTaken = isApiProblem(error) && error.code === 'duplication_config_name';
  const isDefault = config?.flag_df_config === 1;
  return (
    <Page
      title={config ? config.config_name : t('config:new_title')}
      titleNamesItem={Boolean(config)}
      tools={<BackToConfigsLink />}
    >
      <FormPage
        submit={t('common:save')}
        denial={denial ?? (isLate ? t('config:outdated') : null)}
        isDirty={isDirty}
        isSaved={isSaved}
        leave={{
          title: t('config:leave_title'),
          text: t('config:leave_text'),
          stay: t('config:stay'),
          discard: t('config:discard'),
        }}
        foot={
          isLate && (
            <FormMessage kind="refused">
              {t('config:outdated')}{' '}
              <Button size="compact-xs" variant="default" onClick={() => show(config)}>
                {t('config:show_current')}
              </Button>
            </FormMessage>
          )
        }
        error={isNameTaken || isOutdated ? null : error}
        isPending={isSaving}
        isDisabled={denial === null && config !== null && !isDirty}
        onSubmit={() => {
          setIsTried(true);
          if (Object.keys(problems).length > 0 || isSaving) return;
          save(configFromDraft(draft, base?.config ?? {}), profile.bulk_confirm_over);
        }}
        onClose={close}
      >
        <Section
          title={t('config:about')}
          text={config ? t(isDefault ? 'config:uses_default' : 'config:uses', usesOf(config)) : t('config:new_text')}
        >
          <Stack gap="sm" p={20}>
            <TextInput
              label={t('config:name')}
              required
              readOnly={denial !== null}
              data-autofocus
              value={draft.name}
              onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
              error={errorOf('name') ?? (isNameTaken ? problemText(error) : null)}
            />
            <TextInput
              label={t('config:description')}
              readOnly={denial !== null}
              value={draft.description}
              onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
              error={errorOf('description')}
            />
          </Stack>
        </Section>
        <Section title={t('config:settings')} text={t(isDefault ? 'config:settings_default' : 'config:settings_text')}>
          {shownConfigKeys.map((name) => (
            <ConfigKeyField
              key={name}
              name={name}
              value={draft.keys[name]}
              error={errorOf(name)}
              isDefault={isDefault}
              inherited={inherited[name] ?? configDefaults[name]}
              disabled={denial !== null}
              onChange={(value) => setDraft({ ...draft, keys: { ...draft.keys, [name]: value } })}
            />
          ))}
        </Section>
      </FormPage>
    </Page>
  );
}

const usesOf = ({ device_count: devices, group_count: groups, reach_count: reach }: AppConfig) => ({
  devices,
  groups,
  reach,
});
