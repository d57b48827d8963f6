import { Select, Text } from '@mantine/core';
import type { GroupDetail } from '@vigil/shared/contract/http/groups';
import type { AppConfigPk } from '@vigil/shared/contract/ids';
import { updateGroup } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { appConfigs } from '../../entities/config/app-configs.ts';
import { useConfigNameText } from '../../entities/config/use-source-text.ts';
import { useGroupCounts, useGroups } from '../../entities/group/use-groups.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { LabelledRow, Section } from '../../ui/page.tsx';
import { useRunGroupChange } from './use-save-group.ts';

const INHERIT = 'inherit';

/** A change that reaches more devices is asked for first. */
const FEW_DEVICES = 3;

/** The configuration of the group: its own, or which one it inherits and from where. */
export function GroupConfig({ group }: { group: GroupDetail }) {
  const { t } = useTranslation(['config', 'common']);
  const { api } = useServices();
  const { profile } = useViewer();
  const { tree } = useGroups();
  const counts = useGroupCounts(tree);
  const configs = appConfigs.useList();
  const inheritedText = useConfigNameText();
  const openDialog = useSetAtom(openDialogAtom);
  const { run, reload } = useRunGroupChange();
  const denial = useGuestSessionDenial()(updateGroup);
  const [inherited] = group.configs.filter(({ group_fk }) => group_fk !== group.pk);
  const own = group.app_config_fk;
  const put = (app_config_fk: AppConfigPk | null, confirm?: number) =>
    api.call(updateGroup, {
      params: { pk: String(group.pk) },
      body: { app_config_fk, ...(confirm === undefined ? {} : { confirm }) },
    });
  const choose = (value: string | null) => {
    const next = value === null || value === INHERIT ? null : (Number(value) as AppConfigPk);
    if (next === own) return;
    const reach = counts.get(group.pk)?.total ?? 0;
    if (reach <= Math.min(FEW_DEVICES, profile.bulk_confirm_over)) {
      void run(() => put(next), t('config:group_saved'));
      return;
    }
    openDialog(
      confirmationDialog({
        title: t('config:group_title', { group: group.name }),
        text: t('config:confirm_text', { reach }),
        submit: t('common:save'),
        count: reach,
        onConfirm: async () => {
          await put(next, reach);
          await reload();
        },
      }),
    );
  };
  const inheritText = inherited ? `${t('config:inherit')}: ${inheritedText(inherited)}` : t('config:inherit');
  return (
    <Section title={t('config:group_field')} text={t('config:group_text')}>
      <LabelledRow label={t('config:group_field')}>
        <DisableWithReason reason={denial}>
          <Select
            aria-label={t('config:group_field')}
            maw={420}
            data={[
              { value: INHERIT, label: inheritText },
              ...(configs.data ?? []).map(({ pk, config_name }) => ({ value: String(pk), label: config_name })),
            ]}
            value={own === null ? INHERIT : String(own)}
            onChange={choose}
            allowDeselect={false}
            disabled={denial !== null}
          />
        </DisableWithReason>
        {own !== null && inherited && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('config:device_hint', { name: inheritedText(inherited) })}
          </Text>
        )}
      </LabelledRow>
    </Section>
  );
}
