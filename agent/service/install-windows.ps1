# Registers the agent with the Task Scheduler for the user who is signed in: a Windows service cannot capture a screen. Run in an elevated PowerShell:
#   .\install-windows.ps1 -Server https://vigil.example.org -EnrolFile FILE [-AllowPower] [-AllowInstall]
# Remove with: Unregister-ScheduledTask -TaskName 'Vigil Agent'
param(
  [Parameter(Mandatory)] [string] $Server,
  # Holds the enrolment token, which the arguments of a program would show to other users.
  [Parameter(Mandatory)] [string] $EnrolFile,
  [string] $Folder = 'C:\Program Files\Vigil',
  [switch] $AllowPower,
  [switch] $AllowInstall
)
$ErrorActionPreference = 'Stop'

. (Join-Path $PSScriptRoot '..\..\infra\downloads\install\windows-protection.ps1')

# The task runs with the rights of an administrator.
Assert-ProtectedFolder -Folder $Folder -Advice 'copy this repository to a folder that only administrators may change'
# The device's key is kept here.
$state = New-PrivateFolder -Folder (Join-Path $env:ProgramData 'Vigil Agent') -Advice 'delete it, and install again'

$token = Join-Path $state 'enrolment-token'
Set-Content -LiteralPath $token -Value (Get-Content -Raw -LiteralPath $EnrolFile).Trim() -NoNewline

$arguments = "agent\src\main.ts --server $Server --enrol-file `"$token`"
if ($AllowPower) { $arguments += ' --allow-power' }
if ($AllowInstall) { $arguments += ' --allow-install' }
$action = New-ScheduledTaskAction -Execute (Join-Path $Folder 'node_modules\node\bin\node.exe') -Argument $arguments -WorkingDirectory $Folder
$trigger = New-ScheduledTaskTrigger -AtLogOn -User $env:USERNAME
# Without --supervised the agent restarts itself on request; the task restarts it after a crash.
$settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -ExecutionTimeLimit ([TimeSpan]::Zero) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
Register-ScheduledTask -TaskName 'Vigil Agent' -Action $action -Trigger $trigger -Settings $settings -RunLevel Highest -Force | Out-Null
Start-ScheduledTask -TaskName 'Vigil Agent'
