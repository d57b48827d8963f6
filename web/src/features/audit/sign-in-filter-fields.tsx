import { Select, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DayRangeFields } from '../../entities/session/day-range-fields.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { signInSearchKeys, type SignInFilter } from './sign-in-filter.ts';
import classes from './audit.module.css';

interface SignInFilterFieldsProps {
  filter: SignInFilter;
  onChange: (part: Partial<SignInFilter>) => void;
}

export function SignInFilterFields({ filter, onChange }: SignInFilterFieldsProps) {
  const { t } = useTranslation('audit');
  return (
    <FilterBar
      more={
        <>
          <Switch
            size="xs"
            label={t('sign_ins.failed_only')}
            checked={filter.isFailedOnly}
            onChange={({ currentTarget: { checked } }) => onChange({ isFailedOnly: checked })}
          />
          <DayRangeFields range={filter} onChange={onChange} />
        </>
      }
    >
      <Select
        size="xs"
        w={124}
        aria-label={t('search_in')}
        data={signInSearchKeys.map((column) => ({ value: column, label: t(`sign_ins.key.${column}`) }))}
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
