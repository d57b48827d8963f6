import { Checkbox, MultiSelect, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGroupPath, useGroups } from '../../entities/group/use-groups.ts';
import { Section } from '../../ui/page.tsx';
import classes from './users.module.css';
import { givenPermissions, type NewUser } from './new-user.ts';

interface AccessFieldsProps {
  user: NewUser;
  onChange: (user: NewUser) => void;
}

/** What a new user sees, and may do with it. */
export function AccessFields({ user, onChange }: AccessFieldsProps) {
  const { t } = useTranslation('users');
  const { tree } = useGroups();
  const pathOf = useGroupPath();
  const groups = [...tree.byPk.keys()].map((pk) => ({ value: String(pk), label: pathOf(pk) }));
  return (
    <Section title={t('form.access')} text={t('form.access_text')}>
      <Stack gap="md" p={20} maw={640}>
        <MultiSelect
          label={t('groups.title')}
          placeholder={user.groups.length === 0 ? t('form.no_group') : ''}
          data={groups.toSorted((a, b) => a.label.localeCompare(b.label))}
          value={[...user.groups]}
          onChange={(chosen) => onChange({ ...user, groups: chosen })}
          limit={MOST_OFFERED}
          searchable
          clearable
          hidePickedOptions
        />
        <Checkbox
          size="xs"
          label={t('form.with_subgroups')}
          checked={user.withSubgroups}
          onChange={({ currentTarget: { checked } }) => onChange({ ...user, withSubgroups: checked })}
        />
        <Checkbox.Group
          label={t('permissions.title')}
          value={[...user.permissions]}
          onChange={(chosen) => onChange({ ...user, permissions: chosen })}
        >
          <div className={classes.toggles}>
            {givenPermissions.map((name) => (
              <Checkbox key={name} size="xs" value={name} label={t(`permissions.name.${name}`)} />
            ))}
          </div>
        </Checkbox.Group>
      </Stack>
    </Section>
  );
}

/** Beyond these one types: a company has thousands of groups. */
const MOST_OFFERED = 100;
