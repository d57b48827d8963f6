import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultStateFolder, parseConfig } from './config.ts';

const linux = { platform: 'linux', home: '/home/me', isRoot: false } as const;

test('flags win over the environment', () => {
  const env = { VIGIL_SERVER: 'http://env', VIGIL_ENROL: 'env-token', VIGIL_ALLOW_POWER: '1', DISPLAY: ':0' };
  expect(parseConfig(['--server', 'http://flag/', '--state', '/s'], env, linux)).toMatchObject({
    server: 'http://flag',
    enrolToken: 'env-token',
    stateFolder: '/s',
    allowPower: true,
    screen: { platform: 'linux', display: ':0' },
  });
});

test('the enrolment token may be in a file, which may be gone after the first start', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'vigil-enrol-')), 'token');
  expect(parseConfig(['--enrol-file', file], {}, linux)).toMatchObject({ enrolToken: undefined });
  writeFileSync(file, 'vigil_token\n');
  expect(parseConfig(['--enrol-file', file], { VIGIL_ENROL: 'other' }, linux)).toMatchObject({
    enrolToken: 'vigil_token',
  });
  expect(parseConfig([], { VIGIL_ENROL_FILE: file }, linux)).toMatchObject({ enrolToken: 'vigil_token' });
  expect(() => parseConfig(['--enrol-file', tmpdir()], {}, linux)).toThrow(/--enrol-file/u);
});

test('the location is a latitude and a longitude, and unknown unless it is given', () => {
  const seoul = { latitude: 37.57, longitude: -126.98 };
  expect(parseConfig(['--location', '37.57, -126.98'], {}, linux)).toMatchObject({ location: seoul });
  expect(parseConfig([], { VIGIL_LOCATION: '37.57,-126.98' }, linux)).toMatchObject({ location: seoul });
  expect(parseConfig([], {}, linux)).toMatchObject({ location: undefined });
  for (const text of ['37.57', '91,0', '0,181', 'a,b', '1,2,3', '1,', ' , '])
    expect(() => parseConfig(['--location', text], {}, linux)).toThrow(/--location/u);
});

test('power control is off unless it is allowed', () => {
  expect(parseConfig([], {}, linux)).toMatchObject({ allowPower: false, supervised: false });
});

test.each([
  [['--server', 'ftp://x'], /--server/],
  [['--unknown'], /unknown/],
])('%o is refused with a one-line message', (args, message) => {
  expect(() => parseConfig(args, {}, linux)).toThrow(message);
});

test('--help requests the help text', () => {
  expect(parseConfig(['--help'], {}, linux)).toBe('help');
});

test.each([
  [linux, {}, '/home/me/.local/state/vigil-agent'],
  [linux, { XDG_STATE_HOME: '/x' }, '/x/vigil-agent'],
  [{ ...linux, isRoot: true }, {}, '/var/lib/vigil-agent'],
  [{ ...linux, platform: 'darwin' }, {}, '/home/me/Library/Application Support/Vigil Agent'],
  [{ ...linux, platform: 'darwin', isRoot: true }, {}, '/Library/Application Support/Vigil Agent'],
  [{ ...linux, platform: 'win32' }, { ProgramData: 'C:/ProgramData' }, 'C:/ProgramData/Vigil Agent'],
] as const)('%o %o keeps its state in %s', (system, env, folder) => {
  expect(defaultStateFolder(system, env)).toBe(folder);
});
