import { expect, test } from 'vitest';
import { installCommand } from './install-command.ts';

const install = { server: 'https://vigil.example.com', token: '-abc' };

test('each system has its commands to download, unpack and install a package', () => {
  const tarball = { url: '/downloads/agent.tar.gz', file_name: 'agent.tar.gz' };
  expect(installCommand('2', install, tarball).split('\n')).toEqual([
    'curl -LO https://vigil.example.com/downloads/agent.tar.gz',
    'tar xzf agent.tar.gz',
    'sudo ./vigil-agent/install.sh --server https://vigil.example.com --enrol "-abc"',
  ]);
  expect(installCommand('3', install, tarball)).not.toContain('sudo');
  const zip = { url: '/downloads/agent.zip', file_name: 'agent.zip' };
  expect(installCommand('1', install, zip)).toContain('.\\vigil-agent\\install.ps1 -Server https://vigil');
});
