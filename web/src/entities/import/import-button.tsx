import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

/** Leads to the page of an import. */
export function ImportButton({ to }: { to: string }) {
  const { t } = useTranslation('imports');
  return (
    <Button
      component={Link}
      to={to}
      variant="default"
      leftSection={<IconFileSpreadsheet size={15} aria-hidden="true" />}
    >
      {t('open')}
    </Button>
  );
}
