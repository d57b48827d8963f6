import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { pledgeDialog } from '../../entities/approval/dialogs.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/form-dialog.tsx';
import classes from './approvals.module.css';

const articles = ['purpose', 'data', 'screen', 'account', 'duty'] as const;

/** The pledge before a remote session, which does not start without it. */
export function PledgeDialog({ request: { lead, onAgree }, onClose }: DialogProps<typeof pledgeDialog>) {
  const { t } = useTranslation('dialogs');
  const [agreed, setAgreed] = useState(false);
  const begin = () => {
    onClose();
    onAgree();
  };
  return (
    <Dialog title={t('pledge.title')} size="md" onClose={onClose}>
      <Text size="sm" mb="sm">
        {t(`pledge.lead.${lead}`)}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it */}
      <ol className={classes.pledge} tabIndex={0} aria-label={t('pledge.title')}>
        {articles.map((article) => (
          <li key={article}>{t(`pledge.article.${article}`)}</li>
        ))}
      </ol>
      <Checkbox
        mt="md"
        label={t('pledge.agree')}
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
        data-autofocus
      />
      <DialogFooter
        submit={t('pledge.begin')}
        denial={agreed ? null : t('pledge.needed')}
        onSubmit={begin}
        onClose={onClose}
      />
    </Dialog>
  );
}
