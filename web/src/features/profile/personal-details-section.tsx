import { Button, Stack, Text } from '@mantine/core';
import { problems } from '@vigil/shared/contract/problems';
import { useTranslation } from 'react-i18next';
import { isEmail } from '../../entities/credentials/sign-up-rules.ts';
import { useProfileChange } from '../../entities/profile/profile.ts';
import { useAskPasswordFirst } from '../../entities/session/use-ask-password-first.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { LabelledRow, Section } from '../../ui/page.tsx';
import { notifyDone } from '../../ui/toasts.ts';

/** Limits of the contract's fields, and the problem of an empty one. */
const fields = [
  { name: 'name', limit: 100, missing: 'name_requirement' },
  { name: 'email', limit: 200, missing: 'emile_requirement' },
  { name: 'phone', limit: 100, missing: null },
  { name: 'department', limit: 100, missing: null },
  { name: 'position', limit: 100, missing: null },
] as const;

/** The personal data: fixed values, and values that are edited in place. */
export function PersonalDetailsSection() {
  const { t } = useTranslation('profile');
  const { profile, viewer } = useViewer();
  const language = useLanguage();
  const change = useProfileChange();
  const withPassword = useAskPasswordFirst();
  const changeEmail = (value: string) =>
    withPassword(
      { title: t('email.title'), text: t('email.text', { email: value }), submit: t('email.submit') },
      async (origin_pw) => {
        await change({ name: 'email', value, origin_pw });
        notifyDone(t('email.sent', { email: value }));
      },
    );
  const checkEmail = (text: string) => (isEmail(text) ? null : problems['email-invalid'][language]);
  const hasApprover = profile.use_approval === 1 && !viewer.flags.isAdmin;

  return (
    <Section title={t('person.title')} text={t('person.text')}>
      <LabelledRow label={t('person.mgrid')} hint={t('person.mgrid_hint')}>
        {profile.mgrid}
      </LabelledRow>
      {hasApprover && (
        <LabelledRow label={t('person.approver')}>
          {profile.approver_name === '' ? t('person.no_approver') : `${profile.approver_name} (${profile.approver_id})`}
        </LabelledRow>
      )}
      {fields.map(({ name, limit, missing }) => (
        <LabelledRow key={name} label={t(`person.${name}`)}>
          <InlineEdit
            value={profile[name]}
            placeholder={t('person.empty')}
            label={t(`person.${name}`)}
            limit={limit}
            missing={missing && problems[missing][language]}
            multiline={false}
            reason={null}
            {...(name === 'email' ? { check: checkEmail } : {})}
            onSave={async (value) => {
              if (name === 'email') return changeEmail(value);
              await change({ name, value });
              notifyDone(t('saved'));
            }}
          />
          {name === 'email' && <PendingEmail />}
        </LabelledRow>
      ))}
    </Section>
  );
}

/** The new address that waits for its confirmation, and the way back. */
function PendingEmail() {
  const { t } = useTranslation('profile');
  const { profile } = useViewer();
  const change = useProfileChange();
  const withPassword = useAskPasswordFirst();
  if (profile.pending_email === '') return null;
  const cancel = () =>
    withPassword(
      { title: t('email.cancel'), text: t('otp.confirm.on_text'), submit: t('email.cancel') },
      async (origin_pw) => {
        await change({ name: 'email', value: profile.email, origin_pw });
        notifyDone(t('email.cancelled'));
      },
    );
  return (
    <Stack gap={4} mt={4} align="flex-start" role="status">
      <Text size="xs" c="dimmed">
        {t('email.pending', { email: profile.pending_email })}
      </Text>
      <Button variant="default" onClick={cancel}>
        {t('email.cancel')}
      </Button>
    </Stack>
  );
}
