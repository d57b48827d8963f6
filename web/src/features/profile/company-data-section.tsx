import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { exportCompanyData } from '@vigil/shared/contract/routes/company';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useFollowExport } from '../../entities/export/exports.ts';
import { deleteCompanyDialog } from '../../entities/profile/dialogs.ts';
import { useKeepCompany } from '../../entities/profile/use-keep-company.ts';
import { useAskPasswordFirst } from '../../entities/session/use-ask-password-first.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { LabelledRow, Section } from '../../ui/page.tsx';
import { notifyDone } from '../../ui/toasts.ts';

/** What the terms promise administrators: all data as a file, and the end of the account. */
export function CompanyDataSection() {
  const { t } = useTranslation('profile');
  return (
    <Section title={t('data.title')} text={t('data.text')}>
      <LabelledRow label={t('data.export')} hint={t('data.export_hint')}>
        <ExportButton />
      </LabelledRow>
      <LabelledRow label={t('data.account')} hint={t('data.account_hint')}>
        <AccountEnd />
      </LabelledRow>
    </Section>
  );
}

/** A session that began without the password cannot confirm with it. */
function usePasswordDenial(): string | null {
  const { t } = useTranslation('profile');
  const { profile } = useViewer();
  return profile.by_password ? null : t('data.by_password');
}

function ExportButton() {
  const { t } = useTranslation('profile');
  const { api } = useServices();
  const withPassword = useAskPasswordFirst();
  const follow = useFollowExport();
  const denial = usePasswordDenial();
  const question = { title: t('data.export'), text: t('data.export_text'), submit: t('data.export_submit') };
  const ask = () =>
    withPassword(question, async (origin_pw) => {
      const { objects } = await api.call(exportCompanyData, { body: { origin_pw } });
      for (const id of objects) await follow(id);
      notifyDone(t('data.export_asked'));
    });
  return (
    <DisableWithReason reason={denial}>
      <Button variant="default" leftSection={<IconDownload size={15} />} disabled={denial !== null} onClick={ask}>
        {t('data.export_submit')}
      </Button>
    </DisableWithReason>
  );
}

/** Asks for the end of the account, or keeps it. */
function AccountEnd() {
  const { t } = useTranslation('profile');
  const { profile } = useViewer();
  const openDialog = useSetAtom(openDialogAtom);
  const time = useTimeFormat();
  const keep = useKeepCompany();
  const denial = usePasswordDenial();
  const at = profile.company_deletes_at;
  if (at)
    return (
      <>
        <span>{t('data.deletes_at', { time: time.minute(at) })} </span>
        <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
          {t('data.keep')}
        </Button>
      </>
    );
  return (
    <DisableWithReason reason={denial}>
      <Button
        variant="outline"
        color="red"
        disabled={denial !== null}
        onClick={() => openDialog(deleteCompanyDialog({}))}
      >
        {t('data.delete')}
      </Button>
    </DisableWithReason>
  );
}
