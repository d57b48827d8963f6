import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import type { IpPolicy, IpRule } from '@vigil/shared/contract/http/ip-policy';
import { changeIpPolicy } from '@vigil/shared/contract/routes/company';
import { useTranslation } from 'react-i18next';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useListView, type ListControls } from '../../lib/use-list-view.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useRowSelection } from '../../lib/use-row-selection.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { ListBody } from '../../ui/list-panel.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { notifyDone, notifyFailed, notifyWarning } from '../../ui/toasts.ts';
import { AddSection } from './add-section.tsx';
import { AddressBlockBars } from './address-block-bars.tsx';
import { AffectedSessionsDialog } from './affected-sessions-dialog.tsx';
import { PolicySection } from './policy-section.tsx';
import { ipRuleQueryOf, ruleListUrl, ruleSearchKeys, type IpRuleUrlState, type IpRuleSortKey } from './rule-list.ts';
import { ipRuleRangeOf, ruleText } from './rule-text.ts';
import { ipPolicy, useIpPolicyChange, type ChangeIpPolicy } from './use-ip-policy.ts';
import classes from './ip-policy.module.css';

function useRuleColumns(): readonly Column<IpRule, IpRuleSortKey>[] {
  const { t } = useTranslation('blocking');
  const time = useTimeFormat();
  return [
    {
      id: 'time',
      label: t('column.time'),
      by: 'time_added',
      className: 'tabular',
      render: (rule) => time.minute(rule.time_added),
    },
    { id: 'address', label: t('column.address'), by: 'start_ip_address', className: 'tabular', render: ruleText },
    { id: 'reason', label: t('column.reason'), by: 'reason', render: (rule) => rule.reason },
  ];
}

/** `/management/settings/blocking` (spec 3 §2), for administrators. */
export function IpPolicyPage() {
  const { t } = useTranslation('blocking');
  const list = useListView(ruleListUrl);
  const { view, show } = list;
  const query = ipPolicy.usePage(ipRuleQueryOf(view));
  const { change, question } = useIpPolicyChange();
  const guest = useGuestSessionDenial()(changeIpPolicy);
  const isOff = isApiProblem(query.error) && query.error.reason === 'policy';
  const policy = query.data?.objects[0];
  if (guest !== null || isOff)
    return (
      <Page title={t('title')}>
        <EmptyNote icon={<IconShieldLock stroke={1.4} />} title={guest ?? t('off')} />
      </Page>
    );
  return (
    <Page title={t('title')} isWide>
      <QueryContent query={query} failed={t('failed')} loading={6} />
      {policy && (
        <>
          <PolicySection policy={policy} change={change} check={view.check} onCheck={(check) => show({ check })} />
          {policy.policy_use === 1 && <Rules policy={policy} query={query} list={list} change={change} />}
        </>
      )}
      {question && <AffectedSessionsDialog {...question} />}
    </Page>
  );
}

interface RulesProps {
  policy: IpPolicy;
  query: ReturnType<typeof ipPolicy.usePage>;
  list: ListControls<IpRuleUrlState>;
  change: ChangeIpPolicy;
}

/** The rules while they are in force. */
function Rules({ policy, query, list, change }: RulesProps) {
  const { t } = useTranslation('blocking');
  const { view, show } = list;
  const { list: rules, rule_count: count } = policy;
  const selection = useRowSelection(rules);
  const remove = useRemoval(change, () => selection.onSelect(new Set()));
  return (
    <>
      {policy.map.rows.length > 0 && <AddressBlockBars map={policy.map} isBlockList={policy.block === 1} />}
      <AddSection mode={view.add} onMode={(add) => show({ add })} change={change} />
      <Section title={t('list')} text={t('count', { count })}>
        <ListBody
          list={list}
          // Its failure is said above all of the page.
          query={{
            ...query,
            data: { objects: rules, meta: { total_count: query.data?.meta.total_count ?? 0 } },
            isPlaceholderData: query.isPlaceholderData || query.isError,
            isError: false,
          }}
          search={ruleSearchKeys.map((key) => ({ value: key, label: t(`column.${key}`) }))}
          failed=""
          empty={{ icon: <IconShieldLock stroke={1.4} />, title: t('empty'), text: t('empty_text') }}
          pkOf={({ pk }) => pk}
          columns={useRuleColumns()}
          selection={{ ...selection, labelOf: (rule) => t('select', { rule: ruleText(rule) }) }}
        />
        {count > 0 && (
          <div className={classes.foot}>
            <Button variant="default" color="red" onClick={() => remove(selection.rows)}>
              {t('delete_selected')}
            </Button>
            <Button variant="outline" color="red" onClick={() => remove('all', count)}>
              {t('delete_all')}
            </Button>
          </div>
        )}
      </Section>
    </>
  );
}

/** Deletes rules after a question. */
function useRemoval(change: ChangeIpPolicy, onDeleted: () => void) {
  const { t } = useTranslation('blocking');
  const problemText = useProblemText();
  const { mutate } = useSingleFlightMutation({
    mutationFn: ({ rules, count }: { rules: readonly Selected[] | 'all'; count: number }) =>
      change(rules === 'all' ? { type: 'delete', all: 1 } : { type: 'delete', rows: rules.map(ipRuleRangeOf) }, {
        title: t('delete_title', { count }),
        submit: t('delete', { count }),
        rules: rules === 'all' ? [] : rules.map(ruleText),
      }),
    onSuccess: (result) => {
      if (result === null) return;
      notifyDone(t('deleted', { count: result.deleted }));
      onDeleted();
    },
    onError: (error) => notifyFailed(problemText(error)),
  });
  return (rules: readonly Selected[] | 'all', count = rules.length): void => {
    if (rules.length === 0) return notifyWarning(t('select_rules'));
    mutate({ rules, count });
  };
}

type Selected = IpPolicy['list'][number];
