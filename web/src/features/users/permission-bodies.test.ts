import { expect, test } from 'vitest';
import { permissionToggleBody } from './permission-bodies.ts';

test.each([
  ['CSRestart', 1, { auth_restart: 1 }],
  ['fileTransfer', 0, { disable_filetransfer: 1 }],
  ['fileTransfer', 1, { disable_filetransfer: 0 }],
  ['modifyInformation', 0, { auth_modifyinformation: 0 }],
  ['useFunction', 1, { auth_usefunction: 1 }],
  ['viewReport', 0, { auth_viewreport: 0 }],
] as const)('%s to %i sends %j', (name, value, body) => {
  expect(permissionToggleBody(name, value)).toEqual(body);
});
