import { Button, Checkbox, Group, MultiSelect, Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGroupPath, useGroups } from '../../entities/group/use-groups.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { Section } from '../../ui/page.tsx';
import { givenPermissions, type NewUser } from './new-user.ts';
import {
  permissionGroupNames,
  permissionsInGroup,
  permissionsOfPreset,
  shownPermissions,
} from './permission-groups.ts';
import { PermissionNote } from './permission-note.tsx';
import classes from './users.module.css';

interface AccessFieldsProps {
  user: NewUser;
  onChange: (user: NewUser) => void;
}

/** What a new user sees, and may do with it. */
export function AccessFields({ user, onChange }: AccessFieldsProps) {
  const { t } = useTranslation(['users', 'common']);
  const { profile } = useViewer();
  const denial = profile.by_password ? null : t('users:administrator.by_password');
  return (
    <Section
      title={t('users:form.access')}
      text={t(user.isAdministrator ? 'users:form.administrator_text' : 'users:form.access_text')}
    >
      <Radio.Group
        label={t('users:column.role')}
        value={user.isAdministrator ? 'administrator' : 'member'}
        onChange={(role) => denial === null && onChange({ ...user, isAdministrator: role === 'administrator' })}
        px={20}
        pt={20}
        pb={user.isAdministrator ? 20 : 0}
      >
        <Group gap="lg" mt={4}>
          <Radio size="sm" value="member" label={t('common:member_type.1')} />
          <DisableWithReason reason={denial}>
            <Radio size="sm" value="administrator" label={t('common:member_type.2')} />
          </DisableWithReason>
        </Group>
      </Radio.Group>
      {!user.isAdministrator && (
        <>
          <GroupFields user={user} onChange={onChange} />
          <PermissionFields user={user} onChange={onChange} />
        </>
      )}
    </Section>
  );
}

function GroupFields({ user, onChange }: AccessFieldsProps) {
  const { t } = useTranslation('users');
  const { tree } = useGroups();
  const pathOf = useGroupPath();
  const groups = [...tree.byPk.keys()].map((pk) => ({ value: String(pk), label: pathOf(pk) }));
  return (
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
    </Stack>
  );
}

/** Beyond these one types: a company has thousands of groups. */
const MOST_OFFERED = 100;

const CHECKBOX_LABEL_PX = 28;

/** The permissions by what they are for, as on the page of a user. */
function PermissionFields({ user, onChange }: AccessFieldsProps) {
  const { t } = useTranslation('users');
  const { viewer } = useViewer();
  const offered = shownPermissions(
    givenPermissions.map((name) => ({ name })),
    viewer.isCorporate,
  );
  const chosen: ReadonlySet<string> = new Set(user.permissions);
  return (
    <Checkbox.Group
      aria-label={t('permissions.title')}
      value={[...user.permissions]}
      onChange={(permissions) => onChange({ ...user, permissions })}
    >
      <Group gap="xs" px={20} role="group" aria-label={t('permissions.presets')}>
        {permissionGroupNames.map((preset) => {
          const names = permissionsOfPreset(offered, preset).map(({ name }) => name);
          return (
            <Button
              key={preset}
              size="compact-sm"
              variant="default"
              aria-pressed={names.length === chosen.size && names.every((name) => chosen.has(name))}
              onClick={() => onChange({ ...user, permissions: names })}
            >
              {t(`permissions.preset.${preset}`)}
            </Button>
          );
        })}
      </Group>
      <div className={classes.toggles}>
        {permissionGroupNames.map((group) => (
          <div key={group} role="group" aria-label={t(`permissions.group.${group}`)}>
            <h3>{t(`permissions.group.${group}`)}</h3>
            <Stack gap={10}>
              {permissionsInGroup(offered, group).map(({ name }) => (
                <PermissionNote key={name} name={name} indent={CHECKBOX_LABEL_PX}>
                  {(describedBy) => (
                    <Checkbox
                      size="xs"
                      value={name}
                      label={t(`permissions.name.${name}`)}
                      aria-describedby={describedBy}
                    />
                  )}
                </PermissionNote>
              ))}
            </Stack>
          </div>
        ))}
      </div>
    </Checkbox.Group>
  );
}
