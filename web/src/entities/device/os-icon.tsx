import {
  IconBrandAndroid,
  IconBrandApple,
  IconBrandWindows,
  IconDeviceDesktopQuestion,
  IconDeviceMobile,
  IconServer,
  type Icon,
} from '@tabler/icons-react';
import type { OsId } from '@vigil/shared/contract/device';

const icons: { readonly [O in OsId]: Icon } = {
  0: IconDeviceDesktopQuestion,
  1: IconBrandWindows,
  2: IconServer,
  3: IconBrandApple,
  4: IconBrandAndroid,
  5: IconDeviceMobile,
};

export function OsIcon({ os, size = 16 }: { os: OsId; size?: number }) {
  const Shape = icons[os];
  return <Shape size={size} stroke={1.6} aria-hidden="true" />;
}
