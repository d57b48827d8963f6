import { IconDevicesPlus } from '@tabler/icons-react';
import { createEnrolToken } from '@vigil/shared/contract/routes/devices';
import { guestSessionDenial } from '@vigil/shared/domain/permissions';
import { useTranslation } from 'react-i18next';
import { EmptyArt } from '../../ui/empty-art.tsx';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { useViewer } from '../session/viewer.ts';
import { EnrolTokenSteps } from './enrol-token-steps.tsx';
import classes from './enrol-token-steps.module.css';

/** An empty account shows only how to add the first device (experience, "First run"). */
export function AddFirstDevice() {
  const { t } = useTranslation('enrol');
  const { viewer } = useViewer();
  if (!viewer.flags.isAdmin || guestSessionDenial(viewer, createEnrolToken))
    return (
      <EmptyNote icon={<IconDevicesPlus stroke={1.4} />} title={t('first_member')} text={t('first_member_text')} />
    );
  return (
    <section className={classes.first}>
      <EmptyArt icon={<IconDevicesPlus stroke={1.4} />} />
      <h2>{t('first_title')}</h2>
      <p>{t('first_text')}</p>
      <EnrolTokenSteps group={null} />
    </section>
  );
}
