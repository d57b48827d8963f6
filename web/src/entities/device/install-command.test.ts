import { expect, test } from 'vitest';
import { enrolSystems, shellInstallCommand, isLoopback, checksumCheckCommandOf } from './install-command.ts';

const install = { server: 'https://vigil.example.com', token: '-abc' };

test('each system has its commands to download, unpack and install a package', () => {
  const tarball = { url: '/downloads/agent.tar.gz', file_name: 'agent.tar.gz', sha256: 'abc123' };
  expect(shellInstallCommand('2', install, tarball).split('\n')).toEqual([
    'curl -fLO https://vigil.example.com/downloads/agent.tar.gz &&',
    'echo "abc123  agent.tar.gz" | sha256sum --check &&',
    'tar xzf agent.tar.gz &&',
    'printf %s "-abc" | sudo ./vigil-agent/install.sh --server https://vigil.example.com --enrol-file -',
  ]);
  expect(shellInstallCommand('3', install, tarball).split('\n').at(-1)).toBe(
    'VIGIL_ENROL="-abc" ./vigil-agent/install.sh --server https://vigil.example.com',
  );
  expect(shellInstallCommand('3', install, tarball)).toContain('| shasum -a 256 --check &&');
  const zip = { url: '/downloads/agent.zip', file_name: 'agent.zip', sha256: 'abc123' };
  expect(shellInstallCommand('1', install, zip)).toContain('.\\vigil-agent\\install.ps1 -Server https://vigil');
  expect(shellInstallCommand('1', install, zip)).toContain(
    "if ((Get-FileHash agent.zip).Hash -ne 'abc123') { Remove-Item",
  );
});

test.each([
  ['deb', 'sudo dpkg -i agent.deb &&'],
  ['rpm', 'sudo rpm -U agent.rpm &&'],
])('a %s is verified, installed by the package manager, and connected by what it installed', (format, command) => {
  const file_name = `agent.${format}`;
  const from = { url: `/downloads/${file_name}`, file_name, sha256: 'abc123' };
  expect(shellInstallCommand('2', install, from).split('\n')).toEqual([
    `curl -fLO https://vigil.example.com/downloads/${file_name} &&`,
    `echo "abc123  ${file_name}" | sha256sum --check &&`,
    command,
    'printf %s "-abc" | sudo vigil-agent-setup --server https://vigil.example.com --enrol-file -',
  ]);
});

test('the token from the source folder is a variable, which other users cannot read', () => {
  expect(shellInstallCommand('2', install, null)).toMatch(/^VIGIL_ENROL="-abc" npm run agent -- \\\n/);
  expect(shellInstallCommand('1', install, null)).toMatch(/^\$env:VIGIL_ENROL = "-abc"\nnpm run agent -- `\n/);
  for (const system of enrolSystems) expect(shellInstallCommand(system, install, null)).not.toContain('--enrol');
});

test('a server without https beyond the device itself has to be allowed', () => {
  const from = { url: '/downloads/agent.zip', file_name: 'agent.zip', sha256: 'abc123' };
  const lan = { server: 'http://192.168.1.5:8080', token: 't' };
  expect(shellInstallCommand('2', lan, from)).toMatch(/ --allow-plain-http --enrol-file -$/);
  expect(shellInstallCommand('3', lan, from)).toMatch(/ --allow-plain-http$/);
  expect(shellInstallCommand('1', lan, from)).toMatch(/ -AllowPlainHttp$/);
  expect(shellInstallCommand('2', lan, null)).toMatch(/ --allow-plain-http$/);
  for (const server of ['https://vigil.example.com', 'http://localhost:8080'])
    expect(shellInstallCommand('2', { server, token: 't' }, from)).not.toContain('plain');
});

test.for([
  ['http://localhost:8080', true],
  ['http://vigil.localhost', true],
  ['https://127.0.0.1', true],
  ['http://[::1]:8080', true],
  ['http://192.168.1.20:8080', false],
  ['https://localhost.example.org', false],
] as const)('%s leads a device to itself: %s', ([server, expected]) => expect(isLoopback(server)).toBe(expected));

test.each([
  ['manager 2.1.exe', `"abc  manager 2.1.exe"`, `-LiteralPath 'manager 2.1.exe'`],
  ['안내[1].pdf', `'abc  안내[1].pdf'`, `-LiteralPath '안내[1].pdf'`],
  [`$(id) "a" 'b'.sh`, `'abc  $(id) "a" '\\''b'\\''.sh'`, `-LiteralPath '$(id) "a" ''b''.sh'`],
])('a file of any name is verified, and no part of its name is run: %s', (file_name, line, path) => {
  const file = { file_name, sha256: 'abc' };
  expect(checksumCheckCommandOf('2', file)).toBe(`echo ${line} | sha256sum --check`);
  expect(checksumCheckCommandOf('3', file)).toBe(`echo ${line} | shasum -a 256 --check`);
  expect(checksumCheckCommandOf('1', file)).toBe(`(Get-FileHash ${path}).Hash -eq 'abc'`);
});
