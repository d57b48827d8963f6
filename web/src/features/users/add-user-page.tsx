import { Group, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { problems } from '@vigil/shared/contract/problems';
import { createUser, readPasswordLevel } from '@vigil/shared/contract/routes/people';
import { INITIAL_PASSWORD_RULE, passwordRuleOfFields } from '@vigil/shared/domain/password-rules';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { LoginIdField } from '../../entities/credentials/login-id-field.tsx';
import { NewPasswordFields } from '../../entities/credentials/new-password-fields.tsx';
import { useLoginIdAvailability } from '../../entities/credentials/use-login-id-availability.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useFields } from '../../lib/use-fields.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { AccessFields } from './access-fields.tsx';
import { ApprovalFields } from './approval-fields.tsx';
import { BackToUsersLink } from './back-to-users-link.tsx';
import { NoteInsteadOnPhone } from './hidden-on-phone.tsx';
import { newUserBodyOf, emptyUser, newUserField, newUserProblemsOf, type NewUser } from './new-user.ts';
import { useAskAdministrator } from './use-ask-administrator.ts';
import { useGiveAccess } from './use-give-access.ts';
import { users, useSeats } from './use-users.ts';

/** `/management/managers/add` (spec 3 §2). A company without a free seat learns it before it fills the form in. */
export function AddUserPage() {
  const { t } = useTranslation('users');
  const query = useSeats();
  const seats = query.data;
  const isFull = seats !== undefined && seats.used >= seats.limit;
  return (
    <NoteInsteadOnPhone>
      <Page title={t('add')} tools={<BackToUsersLink />}>
        {isFull ? (
          <FormMessage kind="refused">{t('full', { limit: seats.limit })}</FormMessage>
        ) : seats === undefined ? (
          <QueryContent query={query} failed={t('seats_failed')} loading={8} />
        ) : (
          <NewUserForm />
        )}
      </Page>
    </NoteInsteadOnPhone>
  );
}

const texts = ['name', 'email', 'phone', 'tel', 'department'] as const;

function NewUserForm() {
  const { t } = useTranslation(['users', 'common']);
  const { api } = useServices();
  const { profile, viewer } = useViewer();
  const language = useLanguage();
  const navigate = useNavigate();
  const problemText = useProblemText();
  const changed = users.useReread();
  const guest = useGuestSessionDenial()(createUser);
  const { values: user, setValues: setUser, errors, setErrors, form, focus, input } = useFields<NewUser>(emptyUser);
  const isSaved = useRef(false);
  const { state, isTaken } = useLoginIdAvailability(user.mgrid);
  const { password_level_invalid: isLevelInvalid, ...fields } = usePasswordRuleFields();
  const rule = passwordRuleOfFields(fields);
  const isDirty = JSON.stringify(user) !== JSON.stringify(emptyUser);
  const close = () => void navigate(`/${language}/management/managers`);

  const showAt = (found: readonly { readonly field: keyof NewUser; readonly text: string }[]) => {
    setErrors(Object.fromEntries(found.map(({ field, text }) => [field, text])));
    if (found[0]) focus(found[0].field);
  };
  const giveAccess = useGiveAccess();
  const notifyAdded = () =>
    notifyDone(
      user.isInvited
        ? t('users:form.invited_user', { name: user.name.trim(), email: user.email.trim() })
        : t('users:form.created_user', { name: user.name.trim() }),
    );
  const askAdministrator = useAskAdministrator();
  /** The user is there, and is an ordinary one until the password is typed. */
  const askForRole = async (added: UserDetail) => {
    await changed();
    notifyAdded();
    void navigate(`/${language}/management/managers/${added.pk}`);
    askAdministrator(added);
  };
  const send = useSingleFlightMutation({
    mutationFn: async () => {
      setErrors({});
      const early = newUserProblemsOf(user, { rule, isTaken: false });
      const taken = early[0]?.code !== 'invalid_id' && (await isTaken(user.mgrid.trim()));
      const found = newUserProblemsOf(user, { rule, isTaken: taken });
      if (found.length > 0) return showAt(found.map(({ field, code }) => ({ field, text: problems[code][language] })));
      const { lang_code, time_zone_id } = profile;
      const { objects } = await api.call(createUser, { body: newUserBodyOf(user, { lang_code, time_zone_id }) });
      isSaved.current = true;
      const [added] = objects;
      if (added && user.isAdministrator) return askForRole(added);
      // The user is there: what could not be given is given on the page of the user, which opens next.
      const failed = added && (await giveAccess(added.pk, user).catch((error: unknown) => error));
      await changed();
      if (failed) notifyFailed(t('users:form.access_failed', { reason: problemText(failed) }));
      else notifyAdded();
      void navigate(`/${language}/management/managers${failed && added ? `/${added.pk}` : ''}`);
    },
    onError: (error) => {
      const field = isApiProblem(error) ? newUserField(error.code) : null;
      if (field) showAt([{ field, text: problemText(error) }]);
    },
  });
  const isAboveForm = !(isApiProblem(send.error) && newUserField(send.error.code));
  return (
    <FormPage
      ref={form}
      submit={t('users:add')}
      denial={guest}
      isDirty={isDirty}
      isSaved={isSaved}
      leave={{
        title: t('users:form.leave_title'),
        text: t('users:form.leave_text'),
        stay: t('users:form.stay'),
        discard: t('users:form.discard'),
      }}
      error={isAboveForm ? send.error : null}
      isPending={send.isPending}
      onSubmit={() => send.mutate()}
      onClose={close}
    >
      <Section
        title={t('users:form.account')}
        text={t(user.isInvited ? 'users:form.invitation_text' : 'users:form.account_text')}
      >
        <Stack gap="sm" p={20} maw={520}>
          <LoginIdField availability={state} field={input('mgrid')} />
          <Radio.Group
            label={t('users:form.password')}
            value={user.isInvited ? 'invited' : 'typed'}
            onChange={(way) => setUser({ ...user, isInvited: way === 'invited' })}
          >
            <Group gap="lg" mt={4}>
              <Radio size="sm" value="typed" label={t('users:form.password_typed')} />
              <Radio size="sm" value="invited" label={t('users:form.password_invited')} />
            </Group>
          </Radio.Group>
          {!user.isInvited && (
            <>
              <NewPasswordFields
                rule={rule}
                isLevelInvalid={isLevelInvalid}
                label={t('users:form.password')}
                required
                size="sm"
                password={input('pw')}
                confirmation={input('confirmation')}
              />
              <Switch
                size="sm"
                label={t('users:form.must_change')}
                checked={user.mustChange}
                onChange={(event) => setUser({ ...user, mustChange: event.currentTarget.checked })}
              />
            </>
          )}
        </Stack>
      </Section>
      <Section title={t('users:form.person')}>
        <Stack gap="sm" p={20} maw={520}>
          {texts.map((field) => (
            <TextInput
              key={field}
              label={t(`users:column.${field}`)}
              required={field === 'name' || (field === 'email' && user.isInvited)}
              maxLength={field === 'email' ? 200 : 100}
              {...input(field)}
            />
          ))}
          <TextInput label={t('users:column.position')} maxLength={100} {...input('position')} />
        </Stack>
      </Section>
      <AccessFields user={user} onChange={setUser} />
      {viewer.flags.isApprover && !user.isAdministrator && (
        <ApprovalFields user={user} error={errors.approver} onChange={setUser} />
      )}
    </FormPage>
  );
}

const UNKNOWN_RULE = {
  password_level: INITIAL_PASSWORD_RULE.level,
  password_level_invalid: false,
  password_max: INITIAL_PASSWORD_RULE.max,
};

/** The rule of the company; the strictest one until it is known. */
function usePasswordRuleFields() {
  const { api } = useServices();
  const query = useQuery({
    queryKey: ['password-level'],
    queryFn: async () => (await api.call(readPasswordLevel)).objects[0] ?? UNKNOWN_RULE,
  });
  return query.data ?? UNKNOWN_RULE;
}
