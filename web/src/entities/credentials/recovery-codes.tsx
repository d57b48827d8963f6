import { Button, Group, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ProvideClipboardCopy } from '../../ui/copy-to-clipboard.tsx';
import classes from './recovery-codes.module.css';

/** The codes that replace a lost authenticator. They are shown only once, so they can be copied and downloaded. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation(['otp', 'common']);
  const text = codes.join('\n');
  return (
    <Stack gap="sm">
      <ul className={classes.codes} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <ProvideClipboardCopy value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {t(copied ? 'common:copied' : 'common:copy')}
            </Button>
          )}
        </ProvideClipboardCopy>
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={16} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="vigil-recovery-codes.txt"
        >
          {t('recovery.download')}
        </Button>
      </Group>
    </Stack>
  );
}
