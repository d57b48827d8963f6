# What runs with the rights of an administrator must be what administrators put there: a file that others may replace would
# give them those rights. An installer reads this file with `. .\protection.ps1`.

$trusted = @(
  'S-1-5-18', # SYSTEM
  'S-1-5-32-544', # Administrators
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464', # TrustedInstaller
  'S-1-3-0', # Creator Owner: only those who may create something become one
  'S-1-3-4' # Owner Rights
)
$everyUser = '*S-1-5-32-545'
$administrators = '*S-1-5-32-544'
$system = '*S-1-5-18'

# To rename or remove what is there, or to change who may. Everyone may create folders at the top of a drive, which
# replaces nothing.
$replacing = [int] [Security.AccessControl.FileSystemRights] 'Delete, DeleteSubdirectoriesAndFiles, ChangePermissions, TakeOwnership'
$writing = [int] [Security.AccessControl.FileSystemRights] 'WriteData, AppendData'
# GENERIC_ALL and GENERIC_WRITE, which the list of rights has no names for.
$generic = 0x50000000

# The identifier of one who is no administrator and may replace a file or folder; nothing if there is none. `Except` is the
# identifier of one who may.
function Get-Replacer {
  param([string] $Path, [bool] $IsAncestor, [string] $Except)
  $acl = Get-Acl -LiteralPath $Path
  $owner = $acl.GetOwner([Security.Principal.SecurityIdentifier]).Value
  if ($trusted -notcontains $owner -and $owner -ne $Except) { return $owner }
  $rights = $replacing -bor $generic
  if (-not $IsAncestor) { $rights = $rights -bor $writing }
  foreach ($rule in $acl.GetAccessRules($true, $true, [Security.Principal.SecurityIdentifier])) {
    $who = $rule.IdentityReference.Value
    if ($rule.AccessControlType -ne 'Allow' -or $trusted -contains $who -or $who -eq $Except) { continue }
    # Such a rule holds for what is below only, which above the folder in question is none of ours.
    $isForContent = ([int] $rule.PropagationFlags -band [int] [Security.AccessControl.PropagationFlags]::InheritOnly) -ne 0
    if ($isForContent -and $IsAncestor) { continue }
    if (([int] $rule.FileSystemRights -band $rights) -ne 0) { return $who }
  }
}

function Get-AccountName {
  param([string] $Identifier)
  try { return ([Security.Principal.SecurityIdentifier] $Identifier).Translate([Security.Principal.NTAccount]).Value }
  catch { return $Identifier }
}

# A link is as safe as what it leads to, which is looked at only if it is within the folder in question.
function Assert-LeadsWithin {
  param([string] $Path, [string] $Advice, [string] $Folder)
  $item = Get-Item -LiteralPath $Path -Force
  if (($item.Attributes -band [IO.FileAttributes]::ReparsePoint) -eq 0) { return }
  $target = [string] ($item.Target | Select-Object -First 1)
  if ($Folder -and $target.StartsWith("$Folder\", [StringComparison]::OrdinalIgnoreCase)) { return }
  throw "$Path leads elsewhere: $Advice"
}

function Assert-NotReplaceable {
  param([string] $Path, [string] $Advice, [bool] $IsAncestor, [string] $Except)
  $who = Get-Replacer -Path $Path -IsAncestor $IsAncestor -Except $Except
  if ($who) { throw "$(Get-AccountName $who) can replace ${Path}: $Advice" }
}

# A folder with everything in it, and the folders above it, any of which could be renamed with all that it holds.
# Throws, with the advice, when one who is no administrator may replace any of them.
function Assert-ProtectedFolder {
  param([string] $Folder, [string] $Advice)
  $root = $Folder.TrimEnd('\')
  Assert-LeadsWithin -Path $Folder -Advice $Advice
  Assert-NotReplaceable -Path $Folder -Advice $Advice -IsAncestor $false
  foreach ($item in Get-ChildItem -LiteralPath $Folder -Recurse -Force) {
    Assert-LeadsWithin -Path $item.FullName -Advice $Advice -Folder $root
    Assert-NotReplaceable -Path $item.FullName -Advice $Advice -IsAncestor $false
  }
  $above = [IO.Directory]::GetParent($root)
  while ($above) {
    Assert-LeadsWithin -Path $above.FullName -Advice $Advice
    Assert-NotReplaceable -Path $above.FullName -Advice $Advice -IsAncestor $true
    $above = $above.Parent
  }
}

function Set-Rights {
  param([string] $Folder, [string[]] $Grants, [string[]] $Scope = @())
  & icacls.exe $Folder /setowner $administrators @Scope /Q | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "the owner of $Folder could not be set" }
  # Also what others granted themselves before.
  & icacls.exe $Folder /reset @Scope /Q | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "the rights of $Folder could not be reset" }
  & icacls.exe $Folder /inheritance:r /grant:r $Grants /Q | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "the rights of $Folder could not be set" }
}

# A folder for a program. A new one is for administrators to change and for everyone to read; one that is there already has
# to be as safe, since it may hold files of others. Answers with its full path.
function New-ProtectedFolder {
  param([string] $Folder, [string] $Advice)
  $isNew = -not (Test-Path -LiteralPath $Folder)
  $path = (New-Item -ItemType Directory -Force -Path $Folder).FullName
  if ($isNew) { Set-Rights -Folder $path -Grants "${system}:(OI)(CI)F", "${administrators}:(OI)(CI)F", "${everyUser}:(OI)(CI)RX" }
  Assert-ProtectedFolder -Folder $path -Advice $Advice
  return $path
}

# Everyone may create folders beside it, so that one that is there already may be a trap: a link, or a file that somebody
# holds open. Only one that an administrator made is taken; in it, earlier installers let the installing user write.
function Assert-PrivateFolder {
  param([string] $Folder, [string] $Advice)
  $me = [Security.Principal.WindowsIdentity]::GetCurrent().User.Value
  $top = Get-Item -LiteralPath $Folder -Force
  if ($trusted -notcontains (Get-Acl -LiteralPath $Folder).GetOwner([Security.Principal.SecurityIdentifier]).Value) {
    throw "$Folder was not made by an administrator: $Advice"
  }
  foreach ($item in @($top) + @(Get-ChildItem -LiteralPath $Folder -Recurse -Force)) {
    if (($item.Attributes -band [IO.FileAttributes]::ReparsePoint) -ne 0) { throw "$($item.FullName) leads elsewhere: $Advice" }
    Assert-NotReplaceable -Path $item.FullName -Advice $Advice -IsAncestor $false -Except $me
  }
}

# A folder for secrets, which only the system and administrators may read: the agent runs with their rights. Answers with its
# full path.
function New-PrivateFolder {
  param([string] $Folder, [string] $Advice)
  if (Test-Path -LiteralPath $Folder) { Assert-PrivateFolder -Folder $Folder -Advice $Advice }
  $path = (New-Item -ItemType Directory -Force -Path $Folder).FullName
  # With all that it holds, and not through a link that has taken a place in it meanwhile.
  Set-Rights -Folder $path -Scope '/T', '/L' -Grants "${system}:(OI)(CI)F", "${administrators}:(OI)(CI)F"
  # What others put there while they could.
  Assert-PrivateFolder -Folder $path -Advice $Advice
  return $path
}
