import { IconDevicesPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../session/viewer.ts';
import { EnrolSteps } from './enrol-steps.tsx';
import classes from './enrol-steps.module.css';
import { EmptyNote } from '../../ui/list-state.tsx';

/** An empty account shows only how to add the first device (experience, "First run"). */
export function FirstDevice() {
  const { t } = useTranslation('enrol');
  const { viewer } = useViewer();
  if (!viewer.flags.isAdmin) return <EmptyNote title={t('first_member')} text={t('first_member_text')} />;
  return (
    <section className={classes.first}>
      <IconDevicesPlus size={40} stroke={1.3} color="var(--mantine-color-iris-5)" aria-hidden="true" />
      <h2>{t('first_title')}</h2>
      <p>{t('first_text')}</p>
      <EnrolSteps group={null} />
    </section>
  );
}
