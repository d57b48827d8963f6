# Installs the Vigil agent with the Task Scheduler, for the person who is signed in: a service of Windows has no screen
# to show. Where the system itself runs it, the agent starts with the computer and shows none. Run in an elevated PowerShell:
#   .\install.ps1 -Server https://vigil.example.org -EnrolFile FILE [-Name NAME] [-AllowPower] [-AllowInstall] [-AllowPlainHttp] [-WithoutPictures]
# -Folder DIR is where the program goes: a folder that is empty, new, or that of an earlier agent.
# .\install.ps1 -Remove uninstalls the agent and deletes its settings and the device key; with -KeepKey, the key stays in
# %ProgramData%\Vigil Agent, so that a later installation is the same device.
param(
  [string] $Server,
  [string] $Enrol,
  [string] $EnrolFile,
  [string] $Name,
  [string] $Folder = "$env:ProgramFiles\Vigil Agent",
  [switch] $AllowPower,
  [switch] $AllowInstall,
  [switch] $AllowPlainHttp,
  [switch] $WithoutPictures,
  [switch] $Remove,
  [switch] $KeepKey
)
$ErrorActionPreference = 'Stop'
$task = 'Vigil Agent'

$stateFolder = Join-Path $env:ProgramData 'Vigil Agent'

$Folder = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Folder)

# What the installer and the updates of the agent put there; the program is the last that is deleted.
$ownParts = 'node_modules', 'versions', 'node.exe', 'LICENSE.node', 'package.json', 'package-lock.json', 'vigil-agent.mjs'

# A folder with files of others in it is neither filled nor emptied.
function Assert-OwnFolder {
  param([string] $Advice)
  if (-not (Test-Path -LiteralPath $Folder) -or (Test-Path -LiteralPath (Join-Path $Folder 'vigil-agent.mjs'))) { return }
  if (Get-ChildItem -LiteralPath $Folder -Force | Select-Object -First 1) { throw "$Folder holds other files and no Vigil agent: $Advice" }
}

# The programs below the folder, of any version, and the Node of the device where it runs a version that lies there.
function Get-AgentProcess {
  $own = $Folder.TrimEnd('\') + '\'
  $ignoreCase = [StringComparison]::OrdinalIgnoreCase
  $rows = Get-CimInstance -ClassName Win32_Process | Where-Object {
    ($_.ExecutablePath -and $_.ExecutablePath.StartsWith($own, $ignoreCase)) -or
    ($_.Name -eq 'node.exe' -and $_.CommandLine -and $_.CommandLine.IndexOf("${own}versions\", $ignoreCase) -ge 0)
  }
  foreach ($row in $rows) { Get-Process -Id $row.ProcessId -ErrorAction SilentlyContinue }
}

# Windows locks the files of a program that runs.
function Stop-Agent {
  Stop-ScheduledTask -TaskName $task -ErrorAction SilentlyContinue
  $running = @(Get-AgentProcess)
  if ($running) {
    $running | Stop-Process -Force -ErrorAction SilentlyContinue
    $running | Wait-Process -Timeout 30 -ErrorAction SilentlyContinue
  }
}

if ($Remove) {
  Assert-OwnFolder -Advice 'nothing was removed'
  Stop-Agent
  Unregister-ScheduledTask -TaskName $task -Confirm:$false -ErrorAction SilentlyContinue
  foreach ($path in @($ownParts | ForEach-Object { Join-Path $Folder $_ }) + @(if (-not $KeepKey) { $stateFolder })) {
    if (Test-Path -LiteralPath $path) { Remove-Item -Recurse -Force -LiteralPath $path }
  }
  if (Test-Path -LiteralPath $Folder) {
    if (Get-ChildItem -LiteralPath $Folder -Force | Select-Object -First 1) { Write-Output "$Folder stays, because it holds other files." }
    else { Remove-Item -Force -LiteralPath $Folder }
  }
  Write-Output 'The Vigil agent is removed.'
  exit 0
}
if (-not $Server) { throw '-Server is missing' }
if (-not $Enrol -and $EnrolFile) { $Enrol = (Get-Content -Raw $EnrolFile).Trim() }
if (-not $Enrol) { $Enrol = $env:VIGIL_ENROL }
if (-not $Enrol) { throw '-Enrol, -EnrolFile or VIGIL_ENROL is missing' }
foreach ($value in $Server, $Enrol, $Name) { if ($value -match '"') { throw 'a value must not contain a quotation mark' } }

foreach ($line in Get-Content (Join-Path $PSScriptRoot 'SHA256SUMS')) {
  $sum, $file = $line -split '\s+', 2
  if ((Get-FileHash -Algorithm SHA256 -LiteralPath (Join-Path $PSScriptRoot $file)).Hash -ne $sum) {
    throw "$file differs from its checksum: download the package again"
  }
}

. (Join-Path $PSScriptRoot 'protection.ps1')

# A package without its own runtime needs the one of the device.
$isComplete = Test-Path (Join-Path $PSScriptRoot 'node.exe')
if ($isComplete) { $node = Join-Path $Folder 'node.exe' }
else {
  $node = (Get-Command node -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1).Source
  if (-not $node) { throw 'Node.js @OLDEST_NODE@ or later is needed: https://nodejs.org' }
  # Before it runs for the first time: from here on it runs with the rights of an administrator.
  Assert-ProtectedFolder -Folder (Split-Path $node) -Advice 'install Node.js for all users, in Program Files'
  if ([int](& $node -p 'Number.parseInt(process.versions.node)') -lt @OLDEST_NODE@) {
    throw "Node.js $(& $node --version) is too old: @OLDEST_NODE@ or later is needed"
  }
}

Assert-OwnFolder -Advice 'choose another -Folder, or leave it out'
$Folder = New-ProtectedFolder -Folder $Folder -Advice 'choose another -Folder, or leave it out'
Stop-Agent
$libraries = Join-Path $Folder 'node_modules'
if (Test-Path -LiteralPath $libraries) { Remove-Item -Recurse -Force -LiteralPath $libraries }
$parts = 'vigil-agent.mjs', 'package.json', 'package-lock.json', 'node.exe', 'LICENSE.node'
if (-not $WithoutPictures) { $parts += 'node_modules' }
$parts | ForEach-Object { Join-Path $PSScriptRoot $_ } | Where-Object { Test-Path $_ } | Copy-Item -Recurse -Force -Destination $Folder
if (-not $isComplete -and -not $WithoutPictures) {
  Push-Location $Folder
  # The one beside Node: another of this name could be anyone's.
  & (Join-Path (Split-Path $node) 'npm.cmd') ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
  if ($LASTEXITCODE -ne 0) { Write-Warning 'the libraries for pictures could not be fetched; the agent works without pictures' }
  Pop-Location
}

# The device key is kept here.
$state = New-PrivateFolder -Folder $stateFolder -Advice 'delete it, and install again'

# In a file, because every user can read the arguments of a task.
$token = Join-Path $state 'enrol-token'
Set-Content -Path $token -Value $Enrol -NoNewline
$arguments = "@NODE_FLAGS@ vigil-agent.mjs --server ""$Server"" --enrol-file ""$token"""
if ($Name) { $arguments += " --name ""$Name""" }
if ($AllowPower) { $arguments += ' --allow-power' }
if ($AllowInstall) { $arguments += ' --allow-install' }
if ($AllowPlainHttp) { $arguments += ' --allow-plain-http' }
$action = New-ScheduledTaskAction -Execute $node -Argument $arguments -WorkingDirectory $Folder
# Software distribution (Group Policy, Intune) runs this as the system, for which nobody signs in: the agent starts with the computer then.
if ([Security.Principal.WindowsIdentity]::GetCurrent().IsSystem) {
  $trigger = New-ScheduledTaskTrigger -AtStartup
  $account = @{ User = 'NT AUTHORITY\SYSTEM' }
}
else {
  $trigger = New-ScheduledTaskTrigger -AtLogOn -User $env:USERNAME
  $account = @{}
}
# Without --supervised the agent starts itself again when it is told to; the task looks after crashes.
$settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -ExecutionTimeLimit ([TimeSpan]::Zero) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
Register-ScheduledTask -TaskName $task -Action $action -Trigger $trigger -Settings $settings @account -RunLevel Highest -Force | Out-Null
Start-ScheduledTask -TaskName $task
Write-Output 'The Vigil agent runs.'
