import { Accordion, Button, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UserDetail, UserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import { updateUser } from '@vigil/shared/contract/routes/people';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { useTranslation } from 'react-i18next';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { MOBILE_MEDIA_QUERY } from '../../lib/layout.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { Section } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { EffectivePermissionsSection } from './effective-permissions-section.tsx';
import { permissionToggleBody } from './permission-bodies.ts';
import {
  bodyOfPreset,
  permissionGroupNames,
  permissionsInGroup,
  shownPermissions,
  type PermissionGroupName,
} from './permission-groups.ts';
import { PermissionNote } from './permission-note.tsx';
import { useUserDenialText } from './use-user-denial-text.ts';
import { useUserChange, useUserAccessDetails } from './use-users.ts';
import classes from './users.module.css';

type Permission = UserAccessDetails['permissions'][number];

/** The toggles by what they are for, each with the reason why it is locked, and what they come to in plain words. */
export function PermissionCard({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { viewer } = useViewer();
  const query = useUserAccessDetails(user.pk);
  return (
    <>
      <Section title={t('permissions.title')} text={t('permissions.text')}>
        <QueryContent query={query} failed={t('permissions.failed')} loading={4}>
          {({ permissions }) => (
            <PermissionGroups user={user} permissions={shownPermissions(permissions, viewer.isCorporate)} />
          )}
        </QueryContent>
      </Section>
      {query.data && <EffectivePermissionsSection user={user} permissions={query.data} />}
    </>
  );
}

interface PermissionGroupsProps {
  user: UserDetail;
  permissions: readonly Permission[];
}

/**
 * Presets, and a column a group; on a phone one below the other, and folded, each with how many of its permissions are
 * on.
 */
function PermissionGroups({ user, permissions }: PermissionGroupsProps) {
  const { t } = useTranslation('users');
  const isMobile = useMediaQuery(MOBILE_MEDIA_QUERY);
  const of = (group: PermissionGroupName) => permissionsInGroup(permissions, group);
  const switches = (group: PermissionGroupName) => (
    <Stack gap={10}>
      {of(group).map((permission) => (
        <PermissionSwitch key={permission.name} user={user} permission={permission} />
      ))}
    </Stack>
  );
  const counts = (group: PermissionGroupName) => ({
    on: of(group).filter((permission) => isOn(user, permission)).length,
    total: of(group).length,
  });
  if (isMobile)
    return (
      <Accordion multiple>
        {permissionGroupNames.map((group) => (
          <Accordion.Item key={group} value={group}>
            <Accordion.Control>
              {t(`permissions.group.${group}`)}{' '}
              <Text span size="xs" c="dimmed">
                {t('permissions.on', counts(group))}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>{switches(group)}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    );
  return (
    <>
      <Presets user={user} permissions={permissions} />
      <div className={classes.toggles}>
        {permissionGroupNames.map((group) => (
          <div key={group} role="group" aria-label={t(`permissions.group.${group}`)}>
            <h3>{t(`permissions.group.${group}`)}</h3>
            {switches(group)}
          </div>
        ))}
      </div>
    </>
  );
}

/** Sets several permissions at once; those that the caller may not change stay. */
function Presets({ user, permissions }: PermissionGroupsProps) {
  const { t } = useTranslation('users');
  const { run } = useUserChange(user.pk);
  const guest = useGuestSessionDenial()(updateUser);
  if (guest !== null || permissions.every(({ name, refusal }) => name === 'deviceMonitor' || refusal !== null))
    return null;
  return (
    <Group gap="xs" px={20} pt="md" role="group" aria-label={t('permissions.presets')}>
      {permissionGroupNames.map((preset) => {
        const body = bodyOfPreset(permissions, preset);
        return (
          <Button
            key={preset}
            size="compact-sm"
            variant="default"
            aria-pressed={body === null}
            disabled={body === null}
            onClick={() => body !== null && void run(body)}
          >
            {t(`permissions.preset.${preset}`)}
          </Button>
        );
      })}
    </Group>
  );
}

const SWITCH_LABEL_PX = 40;

/** Administrators have every permission; the stored value does not apply to them. */
const isOn = ({ member_type_id }: UserDetail, { name, value }: Permission): boolean =>
  value === 1 || name === 'deviceMonitor' || (member_type_id === memberTypes.admin && name !== 'fileTransfer');

interface PermissionSwitchProps {
  user: UserDetail;
  permission: Permission;
}

function PermissionSwitch({ user, permission }: PermissionSwitchProps) {
  const { t } = useTranslation('users');
  const { run } = useUserChange(user.pk);
  const guest = useGuestSessionDenial()(updateUser);
  const text = useUserDenialText();
  const { name, value, refusal } = permission;
  const reason = guest ?? (refusal && text(refusal));
  return (
    <PermissionNote name={name} indent={SWITCH_LABEL_PX}>
      {(describedBy) => (
        <LockableSwitch
          size="xs"
          label={t(`permissions.name.${name}`)}
          aria-describedby={describedBy}
          reason={reason}
          checked={isOn(user, permission)}
          onToggle={() => name !== 'deviceMonitor' && void run(permissionToggleBody(name, value === 1 ? 0 : 1))}
        />
      )}
    </PermissionNote>
  );
}
