import type { GroupDetail } from '@vigil/shared/contract/http/groups';
import { MAX_GROUP_NAME } from '@vigil/shared/contract/limits';
import { problems } from '@vigil/shared/contract/problems';
import { updateGroup } from '@vigil/shared/contract/routes/people';
import { useTranslation } from 'react-i18next';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { LabelledRow, Section } from '../../ui/page.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { useRunGroupChange } from './use-save-group.ts';

/** The fields with their limits in the contract. */
const fields = [
  { name: 'name', limit: MAX_GROUP_NAME },
  { name: 'manager_name', limit: 100 },
  { name: 'manager_email', limit: 200 },
  { name: 'manager_phone', limit: 40 },
] as const;

/** Name, contact and approval of the group; each field saves alone. */
export function GroupInformation({ group }: { group: GroupDetail }) {
  const { t } = useTranslation(['group', 'tree']);
  const { api } = useServices();
  const language = useLanguage();
  const { run, reload } = useRunGroupChange();
  const params = { pk: String(group.pk) };
  const denial = useGuestSessionDenial()(updateGroup);
  return (
    <Section title={t('information')}>
      {fields.map(({ name, limit }) => (
        <LabelledRow
          key={name}
          label={t(`field.${name}`)}
          {...(name === 'manager_email' && { hint: t('alerts_go_to') })}
        >
          <InlineEdit
            value={group[name]}
            placeholder={t('empty')}
            label={t(`field.${name}`)}
            limit={limit}
            missing={name === 'name' ? problems.no_input_data[language] : null}
            multiline={false}
            reason={denial ?? (name === 'name' && group.flag_df_group === 1 ? t('tree:default_group') : null)}
            onSave={async (value) => {
              await api.call(updateGroup, { params, body: { [name]: value } });
              notifyDone(t('changed_group_info'));
              await reload();
            }}
          />
        </LabelledRow>
      ))}
      <LabelledRow label={t('confirm')} hint={t('confirm_text')}>
        <LockableSwitch
          aria-label={t('confirm')}
          checked={group.flag_confirm === 1}
          reason={denial}
          onToggle={() => {
            const body = { flag_confirm: group.flag_confirm === 1 ? 0 : 1 } as const;
            void run(() => api.call(updateGroup, { params, body }), t('changed_group_info'));
          }}
        />
      </LabelledRow>
    </Section>
  );
}
