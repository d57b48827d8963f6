import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { auditCodes, auditActionName } from '@vigil/shared/contract/audit-codes';
import { auditSubjectKinds } from '@vigil/shared/contract/names';
import { useTranslation } from 'react-i18next';
import { DayRangeFields } from '../../entities/session/day-range-fields.tsx';
import { useLanguage } from '../../lib/language.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { auditSearchKeys, type AuditFilter } from './audit-filter.ts';
import classes from './audit.module.css';

interface AuditFilterFieldsProps {
  filter: AuditFilter;
  onChange: (part: Partial<AuditFilter>) => void;
}

export function AuditFilterFields({ filter, onChange }: AuditFilterFieldsProps) {
  const { t } = useTranslation('audit');
  const language = useLanguage();
  const isOne = filter.subject !== null && filter.subject.pk !== null;
  const actions = auditCodes
    .map((code) => ({ value: String(code), label: auditActionName(code, language) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
  return (
    <FilterBar
      more={
        <>
          <Select
            size="xs"
            w={190}
            aria-label={t('action')}
            placeholder={t('any_action')}
            data={actions}
            value={filter.code === null ? null : String(filter.code)}
            onChange={(code) => onChange({ code: code === null ? null : Number(code) })}
            clearable
            searchable
          />
          <Select
            size="xs"
            w={150}
            aria-label={t('subject')}
            placeholder={t('any_subject')}
            data={[
              ...auditSubjectKinds.map((kind) => ({
                value: kind,
                label: t(`${isOne && filter.subject?.kind === kind ? 'one' : 'subjects'}.${kind}`),
              })),
              // Which device it is stands in the address alone.
              ...(filter.subject?.kind === 'device' ? [{ value: 'device' as const, label: t('one.device') }] : []),
            ]}
            value={filter.subject?.kind ?? null}
            onChange={(kind) => kind !== 'device' && onChange({ subject: kind && { kind, pk: null } })}
            clearable
          />
          <DayRangeFields range={filter} onChange={onChange} />
        </>
      }
    >
      <Select
        size="xs"
        w={124}
        aria-label={t('search_in')}
        data={auditSearchKeys.map((column) => ({ value: column, label: t(`key.${column}`) }))}
        value={filter.key}
        onChange={(key) => key !== null && onChange({ key })}
        allowDeselect={false}
      />
      <TextInput
        size="xs"
        className={classes.find}
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={200}
        leftSection={<IconSearch size={14} stroke={1.8} />}
        value={filter.text}
        onChange={({ currentTarget: { value } }) => onChange({ text: value })}
      />
    </FilterBar>
  );
}
