import { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { MAX_READ_REQUEST_DEVICES } from '@vigil/shared/contract/limits';
import { expect, test } from 'vitest';
import { noDeviceListFilter } from '../../entities/device/device-sorter.ts';
import { exportRequestOf } from './export-request.ts';

const pk = (value: number) => DevicePk.parse(value);
const filter = { ...noDeviceListFilter, text: 'till' };
const scope = GroupPk.parse(7);
const tooMany = Array.from({ length: MAX_READ_REQUEST_DEVICES + 1 }, (_, index) => pk(index + 1));
const nothing = new Set<DevicePk>();

test('the selection is exported in the order of the list, then what the filter hides of it', () => {
  const list = { pks: [pk(3), pk(1), pk(2)], filter, scope };
  expect(exportRequestOf({ ...list, selection: new Set([pk(9), pk(2), pk(3)]) })).toMatchObject({
    count: 3,
    body: { device_pks: [3, 2, 9] },
  });
  expect(exportRequestOf({ ...list, selection: nothing })).toMatchObject({ count: 3, body: { device_pks: [3, 1, 2] } });
});

test('more devices than a request names are exported as a whole group, or not at all', () => {
  const list = { pks: tooMany, filter: noDeviceListFilter, scope, selection: nothing };
  expect(exportRequestOf(list).body).toEqual({ export_id: 'deviceListTable', device_group_pk: 7 });
  expect(exportRequestOf({ ...list, filter })).toEqual({ count: tooMany.length, body: null });
  expect(exportRequestOf({ ...list, selection: new Set(tooMany) })).toEqual({ count: tooMany.length, body: null });
  expect(exportRequestOf({ ...list, filter, pks: tooMany.slice(1) }).body?.device_pks).toHaveLength(
    MAX_READ_REQUEST_DEVICES,
  );
});
