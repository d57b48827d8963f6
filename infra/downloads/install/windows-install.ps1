# Installs the Vigil agent with the Task Scheduler, for the person who is signed in: a service of Windows has no screen
# to show. Run in an elevated PowerShell:
#   .\install.ps1 -Server https://vigil.example.org -Enrol TOKEN [-Name NAME] [-AllowPower] [-AllowPlainHttp] [-WithoutPictures]
# .\install.ps1 -Remove takes everything away again, but for the device key in %ProgramData%\Vigil Agent.
param(
  [string] $Server,
  [string] $Enrol,
  [string] $Name,
  [string] $Folder = "$env:ProgramFiles\Vigil Agent",
  [switch] $AllowPower,
  [switch] $AllowPlainHttp,
  [switch] $WithoutPictures,
  [switch] $Remove
)
$ErrorActionPreference = 'Stop'
$task = 'Vigil Agent'

if ($Remove) {
  Unregister-ScheduledTask -TaskName $task -Confirm:$false -ErrorAction SilentlyContinue
  Remove-Item -Recurse -Force $Folder -ErrorAction SilentlyContinue
  Write-Output 'The Vigil agent is removed.'
  exit 0
}
if (-not $Server) { throw '-Server is missing' }
if (-not $Enrol) { $Enrol = $env:VIGIL_ENROL }
if (-not $Enrol) { throw '-Enrol or VIGIL_ENROL is missing' }
foreach ($value in $Server, $Enrol, $Name) { if ($value -match '"') { throw 'a value must not contain a quotation mark' } }

$node = (Get-Command node -ErrorAction SilentlyContinue).Source
if (-not $node) { throw 'Node.js @OLDEST_NODE@ or later is needed: https://nodejs.org' }
if ([int](& $node -p 'Number.parseInt(process.versions.node)') -lt @OLDEST_NODE@) {
  throw "Node.js $(& $node --version) is too old: @OLDEST_NODE@ or later is needed"
}

foreach ($line in Get-Content (Join-Path $PSScriptRoot 'SHA256SUMS')) {
  $sum, $file = $line -split '\s+', 2
  if ((Get-FileHash -Algorithm SHA256 (Join-Path $PSScriptRoot $file)).Hash -ne $sum) {
    throw "$file differs from its checksum: download the package again"
  }
}
# The task runs with the rights of an administrator, so a program that a process without them can replace must not be in it.
if ($node -like "$env:USERPROFILE\*") { throw "$node is in a user's folder: install Node.js for all users" }

New-Item -ItemType Directory -Force $Folder | Out-Null
Copy-Item -Force (Join-Path $PSScriptRoot 'vigil-agent.mjs'), (Join-Path $PSScriptRoot 'package.json'), (Join-Path $PSScriptRoot 'package-lock.json') $Folder
if (-not $WithoutPictures) {
  Push-Location $Folder
  & npm.cmd ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
  if ($LASTEXITCODE -ne 0) { Write-Warning 'the libraries for pictures could not be fetched; the agent works without pictures' }
  Pop-Location
}

# The device key: only the system, administrators and the current user may read it.
$state = Join-Path $env:ProgramData 'Vigil Agent'
New-Item -ItemType Directory -Force $state | Out-Null
icacls $state /inheritance:r /grant:r 'SYSTEM:(OI)(CI)F' 'Administrators:(OI)(CI)F' "${env:USERNAME}:(OI)(CI)F" | Out-Null

# In a file, because every user can read the arguments of a task.
$token = Join-Path $state 'enrol-token'
Set-Content -Path $token -Value $Enrol -NoNewline
$arguments = "vigil-agent.mjs --server ""$Server"" --enrol-file ""$token"""
if ($Name) { $arguments += " --name ""$Name""" }
if ($AllowPower) { $arguments += ' --allow-power' }
if ($AllowPlainHttp) { $arguments += ' --allow-plain-http' }
$action = New-ScheduledTaskAction -Execute $node -Argument $arguments -WorkingDirectory $Folder
$trigger = New-ScheduledTaskTrigger -AtLogOn -User $env:USERNAME
# Without --supervised the agent starts itself again when it is told to; the task looks after crashes.
$settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -ExecutionTimeLimit ([TimeSpan]::Zero) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
Register-ScheduledTask -TaskName $task -Action $action -Trigger $trigger -Settings $settings -RunLevel Highest -Force | Out-Null
Start-ScheduledTask -TaskName $task
Write-Output 'The Vigil agent runs.'
