import {
  IconArrowsMove,
  IconCheck,
  IconInfoCircle,
  IconListDetails,
  IconPencil,
  IconPlayerPlay,
  IconPower,
  IconRefresh,
  IconRotateClockwise,
  IconSettings,
  IconStar,
  IconTrash,
  IconUpload,
  type Icon,
} from '@tabler/icons-react';
import { IconReload } from '@tabler/icons-react';
import type { DeviceAction } from './device-actions.ts';

export const actionIcons: { readonly [A in DeviceAction]: Icon } = {
  detail: IconInfoCircle,
  favourite: IconStar,
  rename: IconPencil,
  config: IconSettings,
  move: IconArrowsMove,
  approve: IconCheck,
  reboot: IconRotateClockwise,
  shutdown: IconPower,
  agent_restart: IconReload,
  update: IconUpload,
  information: IconRefresh,
  process_list: IconListDetails,
  delete: IconTrash,
  wol: IconPlayerPlay,
};
