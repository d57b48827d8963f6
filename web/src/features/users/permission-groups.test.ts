import type { UserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import { permissionNames } from '@vigil/shared/contract/names';
import { targetOfPermission } from '@vigil/shared/domain/user-changes';
import { expect, test } from 'vitest';
import { bodyOfPreset, shownPermissions } from './permission-groups.ts';

type Permission = UserAccessDetails['permissions'][number];

const all = permissionNames.map((name): Permission => ({
  name,
  target: targetOfPermission[name],
  value: 0,
  refusal: null,
}));
const namesOf = (permissions: readonly Permission[]) => permissions.map(({ name }) => name);

test('reports and what the CS manager does have a switch only where there are any', () => {
  expect(namesOf(shownPermissions(all, true))).toContain('viewReport');
  const basic = namesOf(shownPermissions(all, false));
  expect(basic).not.toContain('viewReport');
  expect(basic).not.toContain('CSUpdate');
});

test('a preset sets what differs, of what the caller may flip', () => {
  const some = all.map((one) => ({
    ...one,
    value: one.name === 'CSThumbnailView' || one.name === 'modifyInformation' ? (1 as const) : (0 as const),
    refusal: one.name === 'CSRemoteView' ? { reason: 'flag' as const, detail: 'CSRemoteView' } : null,
  }));
  const shown = shownPermissions(some, true);
  expect(bodyOfPreset(shown, 'see')).toEqual({ auth_viewreport: 1, auth_modifyinformation: 0 });
  expect(bodyOfPreset(shown, 'control')).toEqual({
    auth_viewreport: 1,
    auth_modifyinformation: 0,
    auth_remotecontrol: 1,
    auth_filemanager: 1,
    disable_filetransfer: 0,
    auth_devicemanagement: 1,
    auth_usefunction: 1,
  });
  const everything = all.map((one) => ({ ...one, value: 1 as const }));
  expect(bodyOfPreset(everything, 'manage')).toBeNull();
});
