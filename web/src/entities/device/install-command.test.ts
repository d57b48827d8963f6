import { expect, test } from 'vitest';
import { installCommand } from './install-command.ts';

const install = { server: 'https://vigil.example.com', token: '-abc' };

test('each system has its commands to download, unpack and install a package', () => {
  const tarball = { url: '/downloads/agent.tar.gz', file_name: 'agent.tar.gz', sha256: 'abc123' };
  expect(installCommand('2', install, tarball).split('\n')).toEqual([
    'curl -fLO https://vigil.example.com/downloads/agent.tar.gz &&',
    'echo "abc123  agent.tar.gz" | sha256sum --check &&',
    'tar xzf agent.tar.gz &&',
    'sudo ./vigil-agent/install.sh --server https://vigil.example.com --enrol "-abc"',
  ]);
  expect(installCommand('3', install, tarball)).not.toContain('sudo');
  expect(installCommand('3', install, tarball)).toContain('| shasum -a 256 --check &&');
  const zip = { url: '/downloads/agent.zip', file_name: 'agent.zip', sha256: 'abc123' };
  expect(installCommand('1', install, zip)).toContain('.\\vigil-agent\\install.ps1 -Server https://vigil');
  expect(installCommand('1', install, zip)).toContain("if ((Get-FileHash agent.zip).Hash -ne 'abc123') { Remove-Item");
});

test('a server without https beyond the device itself has to be allowed', () => {
  const from = { url: '/downloads/agent.zip', file_name: 'agent.zip', sha256: 'abc123' };
  const lan = { server: 'http://192.168.1.5:8080', token: 't' };
  expect(installCommand('2', lan, from)).toMatch(/ --allow-plain-http$/);
  expect(installCommand('1', lan, from)).toMatch(/ -AllowPlainHttp$/);
  expect(installCommand('2', lan, null)).toMatch(/ --allow-plain-http$/);
  for (const server of ['https://vigil.example.com', 'http://localhost:8080'])
    expect(installCommand('2', { server, token: 't' }, from)).not.toContain('plain');
});
