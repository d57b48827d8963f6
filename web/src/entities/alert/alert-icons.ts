import {
  IconCpu,
  IconDatabase,
  IconDeviceSdCard,
  IconPlugConnectedX,
  IconPropeller,
  IconTemperature,
  type Icon,
} from '@tabler/icons-react';
import type { AlertKind } from '@vigil/shared/domain/thresholds';

export const alertIcons: { readonly [K in AlertKind]: Icon } = {
  1: IconPlugConnectedX,
  2: IconCpu,
  3: IconDeviceSdCard,
  4: IconDatabase,
  5: IconTemperature,
  6: IconTemperature,
  7: IconPropeller,
};
