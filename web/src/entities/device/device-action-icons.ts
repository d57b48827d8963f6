import {
  IconArrowMerge,
  IconArrowsExchange,
  IconArrowsMove,
  IconArrowsSplit2,
  IconCheck,
  IconDeviceDesktopShare,
  IconEye,
  IconFlagOff,
  IconInfoCircle,
  IconKey,
  IconListDetails,
  IconMapPin,
  IconPackageImport,
  IconPackageOff,
  IconPencil,
  IconPlayerPlay,
  IconPower,
  IconRefresh,
  IconRotateClockwise,
  IconSettings,
  IconSquareX,
  IconStar,
  IconTag,
  IconTrash,
  IconUpload,
  IconVideo,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { IconReload } from '@tabler/icons-react';
import type { CommandType } from '@vigil/shared/contract/names';
import type { MenuAction } from '@vigil/shared/domain/device-actions';
import type { Viewer } from '@vigil/shared/domain/permissions';

export const actionIcons: { readonly [A in MenuAction | CommandType]: Icon } = {
  detail: IconInfoCircle,
  live: IconVideo,
  favourite: IconStar,
  edit: IconPencil,
  config: IconSettings,
  tag: IconTag,
  move: IconArrowsMove,
  approve: IconCheck,
  reject: IconX,
  remote: IconDeviceDesktopShare,
  view: IconEye,
  transfer: IconArrowsExchange,
  location: IconMapPin,
  split: IconArrowsSplit2,
  merge: IconArrowMerge,
  dismiss: IconFlagOff,
  reboot: IconRotateClockwise,
  shutdown: IconPower,
  agent_restart: IconReload,
  update: IconUpload,
  information: IconRefresh,
  process_list: IconListDetails,
  process_end: IconSquareX,
  application_install: IconPackageImport,
  application_uninstall: IconPackageOff,
  delete: IconTrash,
  wol: IconPlayerPlay,
};

/** To a user whom access windows bind, an approval is a request for access. */
export const actionIconOf = (action: MenuAction, { usesApproval }: Pick<Viewer, 'usesApproval'>): Icon =>
  action === 'approve' && usesApproval ? IconKey : actionIcons[action];
