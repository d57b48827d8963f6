import { Menu } from '@mantine/core';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceMenuItem } from '../../entities/device/device-menu-item.tsx';
import { applicableMenuSections } from '../../entities/device/device-menu.ts';
import { EndSessionsMenuItem } from '../../entities/device/end-sessions-menu-item.tsx';
import { useViewer } from '../../entities/session/viewer.ts';
import { useDevice } from '../../live/use-fleet.ts';

/** The position of the menu, in pixels from the corner of the list. */
export interface DeviceMenuPlacement {
  pk: DevicePk;
  x: number;
  y: number;
}

/** The menu of one device at the position of the click. Escape or a click elsewhere closes it. */
export function DeviceContextMenu({ at, onClose }: { at: DeviceMenuPlacement; onClose: () => void }) {
  const { t } = useTranslation('devices');
  const { viewer } = useViewer();
  const device = useDevice(at.pk);
  if (!device) return null;
  return (
    <Menu
      key={`${at.pk}-${at.x}-${at.y}`}
      opened
      onClose={onClose}
      // Beside the pointer, moved up as far as it needs: the menu is nearly as high as a small screen.
      position="right-start"
      // Inside the main landmark of the page.
      withinPortal={false}
      width={220}
      returnFocus
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('more', { name: device.alias })}
          className="visually-hidden"
          style={{ position: 'absolute', left: at.x, top: at.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{device.alias}</Menu.Label>
        {applicableMenuSections(device, viewer).map((section, index) => (
          <Fragment key={section[0]}>
            {index > 0 && <Menu.Divider />}
            {section.map((action) => (
              <DeviceMenuItem key={action} action={action} device={device} />
            ))}
          </Fragment>
        ))}
        <EndSessionsMenuItem pk={device.pk} />
      </Menu.Dropdown>
    </Menu>
  );
}
