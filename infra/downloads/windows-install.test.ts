import { mkdtempDisposable, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runToEnd } from '../local/processes/run.ts';
import { fromRoot } from '../local/runtime.ts';

const source = (name: string): Promise<string> => readFile(fromRoot('infra/downloads/install', name), 'utf8');

const installers = ['windows-install.ps1', '../../../agent/service/install-windows.ps1'] as const;

/** Where a text begins in the script; it has to be there. */
function placeOf(script: string, text: string): number {
  const at = script.indexOf(text);
  if (at < 0) throw new Error(`the script has no ${text}`);
  return at;
}

// PowerShell is not everywhere: without it, the order of the steps is all that can be seen.
const hasPowerShell = (await runToEnd('pwsh', ['-NoProfile', '-Command', 'exit 0'])).code === 0;

test('the installer for Windows runs Node only after its folder is known to be protected', async () => {
  const script = await source('windows-install.ps1');
  const checked = placeOf(script, 'Assert-ProtectedFolder -Folder (Split-Path $node)');
  expect(checked).toBeLessThan(placeOf(script, '& $node'));
  expect(checked).toBeLessThan(placeOf(script, "'npm.cmd'"));
  // The one beside Node, and no other of this name.
  expect(script).not.toMatch(/& npm/u);
});

test('it copies into a folder that only administrators may change, and nowhere else', async () => {
  const script = await source('windows-install.ps1');
  const folder = placeOf(script, '$Folder = New-ProtectedFolder');
  expect(folder).toBeLessThan(placeOf(script, 'Copy-Item'));
  expect(script.match(/Copy-Item/gu)).toHaveLength(1);
  expect(placeOf(script, '$state = New-PrivateFolder')).toBeLessThan(placeOf(script, 'Set-Content'));
});

test('the folder of the key is refused when it is a link or of others, then taken over, and only then gets the token', async () => {
  const protection = await source('windows-protection.ps1');
  const [make = ''] = /^function New-PrivateFolder \{.*?^\}/msu.exec(protection) ?? [];
  const steps = ['Assert-PrivateFolder', 'New-Item', 'Set-Rights', 'return $path'].map((step) => placeOf(make, step));
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  // Once more when nobody else can write there any more.
  expect(make.lastIndexOf('Assert-PrivateFolder')).toBeGreaterThan(placeOf(make, 'Set-Rights'));
  expect(make).toContain("-Scope '/T', '/L'");
  expect(make).not.toMatch(/GetCurrent|everyUser/u);

  const [rights = ''] = /^function Set-Rights \{.*?^\}/msu.exec(protection) ?? [];
  const order = ['/setowner $administrators @Scope', '/reset @Scope', '/inheritance:r /grant:r'].map((step) =>
    placeOf(rights, step),
  );
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  const [check = ''] = /^function Assert-PrivateFolder \{.*?^\}/msu.exec(protection) ?? [];
  expect(placeOf(check, 'GetOwner')).toBeLessThan(placeOf(check, 'Get-ChildItem'));
  expect(placeOf(check, 'ReparsePoint')).toBeLessThan(placeOf(check, 'Assert-NotReplaceable'));

  for (const name of installers) {
    const script = await source(name);
    const prepared = placeOf(script, '$state = New-PrivateFolder');
    const token = placeOf(script, 'Set-Content');
    expect(prepared).toBeLessThan(token);
    expect(token).toBeLessThan(placeOf(script, 'Register-ScheduledTask'));
    expect(script.match(/Set-Content/gu)).toHaveLength(1);
  }
});

test('it verifies the files of the package before it runs any of them, and stops a running agent before it replaces it', async () => {
  const script = await source('windows-install.ps1');
  const verified = placeOf(script, "Join-Path $PSScriptRoot 'SHA256SUMS'");
  for (const use of [". (Join-Path $PSScriptRoot 'protection.ps1')", '& $node', 'Copy-Item'])
    expect(verified).toBeLessThan(placeOf(script, use));
  expect(script.lastIndexOf('\nStop-Agent')).toBeLessThan(placeOf(script, 'Copy-Item'));
  expect(script.lastIndexOf('\nStop-Agent')).toBeGreaterThan(verified);
});

test('-Remove stops the agent first, and deletes the program and the folder of the key', async () => {
  const script = await source('windows-install.ps1');
  const [remove = ''] = /^if \(\$Remove\) \{.*?^\}/msu.exec(script) ?? [];
  const steps = ['Assert-OwnFolder', 'Stop-Agent', 'Unregister-ScheduledTask', 'Remove-Item'].map((step) =>
    placeOf(remove, step),
  );
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  // Other files in the folder stay: only parts of the agent and its state are deleted recursively.
  const recursive = remove.split('\n').filter((line) => line.includes('-Recurse'));
  expect(recursive).toEqual([expect.stringContaining('-LiteralPath $path')]);
  expect(remove).toContain(
    '@($ownParts | ForEach-Object { Join-Path $Folder $_ }) + @(if (-not $KeepKey) { $stateFolder })',
  );
  expect(script).toContain("$stateFolder = Join-Path $env:ProgramData 'Vigil Agent'");
});

test('it deletes every part that it copies, and what updates bring', async () => {
  const script = await source('windows-install.ps1');
  const listed = (name: string) =>
    new Set(new RegExp(`^\\$${name} = (.*)$`, 'mu').exec(script)?.[1]?.match(/(?<=')[^',]+(?=')/gu));
  expect(listed('ownParts')).toEqual(new Set([...listed('parts'), 'node_modules', 'versions']));
});

test('it installs into no folder that holds files of others', async () => {
  const script = await source('windows-install.ps1');
  const asserted = script.lastIndexOf('\nAssert-OwnFolder');
  expect(asserted).toBeGreaterThan(placeOf(script, '. (Join-Path $PSScriptRoot'));
  expect(asserted).toBeLessThan(placeOf(script, '$Folder = New-ProtectedFolder'));
  expect(script).toMatch(
    /^function Assert-OwnFolder \{[^}]*'vigil-agent\.mjs'[^}]*\}\n {2}if \(Get-ChildItem .* throw /msu,
  );
});

test('it stops every version of the agent, not only the installed one', async () => {
  const script = await source('windows-install.ps1');
  const [find = ''] = /^function Get-AgentProcess \{.*?^\}/msu.exec(script) ?? [];
  expect(find).toContain(String.raw`$own = $Folder.TrimEnd('\') + '\'`);
  expect(find).toContain('$_.ExecutablePath.StartsWith($own, $ignoreCase)');
  expect(/^function Stop-Agent \{.*?^\}/msu.exec(script)?.[0]).toContain('@(Get-AgentProcess)');
});

test.each(installers)('%s passes each permission on to the agent', async (name) => {
  const script = await source(name);
  for (const [option, flag] of [
    ['$AllowPower', '--allow-power'],
    ['$AllowInstall', '--allow-install'],
  ] as const) {
    expect(script).toContain(`[switch] ${option}`);
    expect(script).toContain(`if (${option}) { $arguments += ' ${flag}' }`);
  }
});

test('the installer for macOS passes each permission on to the agent', async () => {
  const script = await source('macos-install.sh');
  for (const [flag, setting] of [
    ['--allow-power) POWER=1', 'VIGIL_ALLOW_POWER "$POWER"'],
    ['--allow-install) INSTALL=1', 'VIGIL_ALLOW_INSTALL "$INSTALL"'],
  ] as const) {
    expect(script).toContain(flag);
    expect(script).toContain(`$(setting ${setting})`);
  }
});

test('the installer for macOS keeps its token and its log private, also where an earlier installation did not', async () => {
  const script = await source('macos-install.sh');
  const order = ['rm -f "$PLIST"\n(\n', 'umask 077\n', 'chmod 600 "$LOG"\n', 'cat >"$PLIST"'].map((step) =>
    script.lastIndexOf(step),
  );
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  expect(script).toContain('<key>Umask</key><integer>63</integer>');
});

test('the agent that is registered with launchd by hand keeps its token and its log private as well', async () => {
  const plist = await source('../../../agent/service/vigil.agent.plist');
  expect(plist).toMatch(/<key>Umask<\/key>\s*<integer>63<\/integer>/u);
  expect(placeOf(plist, 'chmod 600 ~/Library/LaunchAgents/vigil.agent.plist')).toBeLessThan(
    placeOf(plist, 'launchctl bootstrap'),
  );
});

test.skipIf(!hasPowerShell)('the scripts for Windows can be parsed', { tags: 'slow' }, async () => {
  for (const name of [...installers, 'windows-protection.ps1']) {
    const text = (await source(name)).replaceAll('@OLDEST_NODE@', '22');
    const parsed = await runToEnd(
      'pwsh',
      ['-NoProfile', '-Command', '[ScriptBlock]::Create([Console]::In.ReadToEnd())'],
      {
        input: text,
      },
    );
    expect(parsed).toMatchObject({ code: 0, stderr: '' });
  }
});

/**
 * What would ask the system: the owner of each folder, which nobody else may change, and `icacls`, whose calls are
 * written down.
 */
const STANDINS = `
$asked = [Collections.Generic.List[string]]::new()
function icacls.exe { $asked.Add((@($args | ForEach-Object { $_ }) -join ' ')); $global:LASTEXITCODE = 0 }
function Get-Acl {
  param([string] $LiteralPath)
  $acl = [pscustomobject] @{ Path = $LiteralPath }
  $acl | Add-Member ScriptMethod GetOwner { [pscustomobject] @{ Value = $env:OWNER } }
  $acl | Add-Member ScriptMethod GetAccessRules { @() }
  return $acl
}
try { "made $(New-PrivateFolder -Folder $env:FOLDER -Advice 'delete it')" } catch { "refused $($_.Exception.Message)" }
$asked`;

const ADMINISTRATORS = 'S-1-5-32-544';

async function makePrivateFolder(folder: string, owner: string): Promise<string[]> {
  // Only Windows knows who runs the script.
  const protection = (await source('windows-protection.ps1')).replace(
    '[Security.Principal.WindowsIdentity]::GetCurrent().User.Value',
    "'S-1-5-21-1'",
  );
  const run = ['-NoProfile', '-Command', '. ([ScriptBlock]::Create([Console]::In.ReadToEnd()))'];
  const env = { ...process.env, FOLDER: folder, OWNER: owner };
  const { stdout, stderr } = await runToEnd('pwsh', run, { input: `${protection}\n${STANDINS}\n`, env });
  expect(stderr).toBe('');
  return stdout.trim().split(/\r?\n/u);
}

test.skipIf(!hasPowerShell)(
  'the folder of the key is taken over when it is new or of an administrator, and refused otherwise',
  { tags: 'slow' },
  async () => {
    await using temporary = await mkdtempDisposable(path.join(tmpdir(), 'vigil-windows-'));
    const at = (name: string) => path.join(temporary.path, name);
    const rights = (folder: string) => [
      `made ${folder}`,
      `${folder} /setowner *S-1-5-32-544 /T /L /Q`,
      `${folder} /reset /T /L /Q`,
      `${folder} /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F /Q`,
    ];
    expect(await makePrivateFolder(at('new'), ADMINISTRATORS)).toEqual(rights(at('new')));
    expect(await makePrivateFolder(at('new'), ADMINISTRATORS)).toEqual(rights(at('new')));
    expect(await makePrivateFolder(at('new'), 'S-1-5-21-7')).toEqual([
      `refused ${at('new')} was not made by an administrator: delete it`,
    ]);
    await symlink(at('new'), at('link'), 'junction');
    expect(await makePrivateFolder(at('link'), ADMINISTRATORS)).toEqual([
      `refused ${at('link')} leads elsewhere: delete it`,
    ]);
    await symlink(temporary.path, path.join(at('new'), 'inner'), 'junction');
    expect(await makePrivateFolder(at('new'), ADMINISTRATORS)).toEqual([
      `refused ${path.join(at('new'), 'inner')} leads elsewhere: delete it`,
    ]);
  },
);

test('run by the system, its task starts with the computer; otherwise when its user signs in', async () => {
  const script = await source('windows-install.ps1');
  const [, system = '', user = ''] = /IsSystem\) \{(.*?)\n\}\nelse \{(.*?)\n\}/su.exec(script) ?? [];
  expect(system).toContain('-AtStartup');
  expect(system).toContain('SYSTEM');
  expect(user).toContain('-AtLogOn -User $env:USERNAME');
  expect(script).toMatch(/Register-ScheduledTask .*@account /u);
});
