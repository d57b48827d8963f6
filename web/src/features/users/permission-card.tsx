import { Accordion, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UserDetail, UserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import { permissionAppsOrCommon } from '@vigil/shared/contract/names';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { useTranslation } from 'react-i18next';
import { updateUser } from '../../endpoints/user-changes.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { MOBILE_MEDIA_QUERY } from '../../lib/layout.ts';
import { QueryContent } from '../../ui/read-state.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './users.module.css';
import { EffectivePermissionsSection } from './effective-permissions-section.tsx';
import { bodyThatSetsOnePermission } from './permission-bodies.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { useUserChange, useUserAccessDetails } from './use-users.ts';
import { useUserChangeDenialText } from './use-user-change-denial-text.ts';

type Permission = UserAccessDetails['permissions'][number];

/** The toggles by target, each with the reason why it is locked, and what they come to in plain words. */
export function PermissionCard({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { viewer } = useViewer();
  const query = useUserAccessDetails(user.pk);
  const targets = permissionAppsOrCommon.filter((target) => target !== 'cs' || viewer.isCorporate);
  return (
    <>
      <Section title={t('permissions.title')} text={t('permissions.text')}>
        <QueryContent query={query} failed={t('permissions.failed')} loading={4}>
          {({ permissions }) => <Targets targets={targets} user={user} permissions={permissions} />}
        </QueryContent>
      </Section>
      {query.data && <EffectivePermissionsSection user={user} permissions={query.data} />}
    </>
  );
}

interface TargetsProps {
  user: UserDetail;
  targets: readonly Permission['target'][];
  permissions: readonly Permission[];
}

/** A column a target; on a phone one below the other, and folded, each with how many of its permissions are on. */
function Targets({ user, targets, permissions }: TargetsProps) {
  const { t } = useTranslation('users');
  const isMobile = useMediaQuery(MOBILE_MEDIA_QUERY);
  const of = (target: Permission['target']) => permissions.filter((permission) => permission.target === target);
  const switches = (target: Permission['target']) => (
    <Stack gap={10}>
      {of(target).map((permission) => (
        <PermissionSwitch key={permission.name} user={user} permission={permission} />
      ))}
    </Stack>
  );
  const counts = (target: Permission['target']) => ({
    on: of(target).filter((permission) => isOn(user, permission)).length,
    total: of(target).length,
  });
  if (isMobile)
    return (
      <Accordion multiple>
        {targets.map((target) => (
          <Accordion.Item key={target} value={target}>
            <Accordion.Control>
              {t(`permissions.target.${target}`)}{' '}
              <Text span size="xs" c="dimmed">
                {t('permissions.on', counts(target))}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>{switches(target)}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    );
  return (
    <div className={classes.toggles}>
      {targets.map((target) => (
        <div key={target} role="group" aria-label={t(`permissions.target.${target}`)}>
          <h3>{t(`permissions.target.${target}`)}</h3>
          {switches(target)}
        </div>
      ))}
    </div>
  );
}

/** Administrators have every permission; the stored value does not apply to them. */
const isOn = ({ member_type_id }: UserDetail, { name, value }: Permission): boolean =>
  value === 1 || name === 'deviceMonitor' || (member_type_id === memberTypes.admin && name !== 'fileTransfer');

/** It is stored for other programs (spec 3 §3); no rule of this product asks for it. */
const isUnused = (name: string): boolean => name === 'CSDeviceManagement';

interface PermissionSwitchProps {
  user: UserDetail;
  permission: Permission;
}

function PermissionSwitch({ user, permission }: PermissionSwitchProps) {
  const { t } = useTranslation('users');
  const { run } = useUserChange(user.pk);
  const guest = useGuestSessionDenial()(updateUser);
  const text = useUserChangeDenialText();
  const { name, value, refusal } = permission;
  const reason = guest ?? (refusal && text(refusal));
  return (
    <LockableSwitch
      size="xs"
      label={t(`permissions.name.${name}`)}
      description={isUnused(name) && t('permissions.unused')}
      reason={reason}
      checked={isOn(user, permission)}
      onToggle={() => name !== 'deviceMonitor' && void run(bodyThatSetsOnePermission(name, value === 1 ? 0 : 1))}
    />
  );
}
