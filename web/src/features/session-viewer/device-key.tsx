import { Button, Text } from '@mantine/core';
import type { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storedDeviceKey } from '../../lib/local-storage-keys.ts';
import { fingerprintOf } from './sealed-channel.ts';
import classes from './viewer.module.css';

interface DeviceKeyProps {
  access: Pick<DesktopAccess, 'grant' | 'device_key' | 'device_name'>;
  /** Whether the device has signed with this key. */
  isProven: boolean;
}

/** The fingerprint of the device's key, and a warning where this browser has seen another one at the same device. */
export function DeviceKey({ access, isProven }: DeviceKeyProps) {
  const { t } = useTranslation('viewer');
  const { guid } = access.grant;
  const stored = useMemo(() => storedDeviceKey(window.localStorage, guid), [guid]);
  const [compared, setCompared] = useState<string | null>(null);
  const known = compared ?? stored.get();
  const fingerprint = fingerprintOf(access.device_key);
  const isChanged = known !== null && known !== fingerprint;
  useEffect(() => {
    if (isProven && stored.get() === null) stored.set(fingerprint);
  }, [stored, isProven, fingerprint]);
  const accept = () => {
    stored.set(fingerprint);
    setCompared(fingerprint);
  };
  return (
    <>
      <Text size="sm" className={classes.figures} title={t('fingerprint_help')}>
        {t('fingerprint', { value: fingerprint })}
      </Text>
      {isChanged && (
        <div className={classes.request} role="alert">
          <Text size="sm">{t('key_changed', { name: access.device_name, before: known })}</Text>
          <Button size="compact-sm" variant="default" disabled={!isProven} onClick={accept}>
            {t('key_compared')}
          </Button>
        </div>
      )}
    </>
  );
}
