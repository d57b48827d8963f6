import { IconShieldLock } from '@tabler/icons-react';
import type { IpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { changeIpPolicy } from '../../endpoints.ts';
import { useGuestDenial } from '../../entities/session/use-guest-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useKeyedState } from '../../lib/use-keyed-state.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { SearchForm } from '../../ui/filter-bar.tsx';
import { EmptyNote } from '../../ui/list-state.tsx';
import { notifyDone, notifyFailed, notifyWarning } from '../../ui/notify.ts';
import { Page, Section } from '../../ui/page.tsx';
import { PagedRows } from '../../ui/paged-list.tsx';
import { ReadState } from '../../ui/read-state.tsx';
import { AddSection } from './add-section.tsx';
import classes from './ip-policy.module.css';
import { IpMap } from './ip-map.tsx';
import { queryOf, readView, requestOf, searchKeys, sortedBy, type RuleView } from './list-address.ts';
import { PolicySection } from './policy-section.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { ruleRow } from './rule-text.ts';
import { RuleTable, type Selection } from './rule-table.tsx';
import { ipPolicy, useIpPolicyChange, type ChangeIpPolicy } from './use-ip-policy.ts';

const none: Selection = new Map();

/** The part of the address that selects the listed rules. The forms to add or check a rule are not part of it. */
const shownRules = (view: RuleView): string => queryOf({ ...view, check: '', mode: 'single' }).toString();

/** `/management/settings/blocking` (spec 3 §2), for administrators. */
export function BlockingPage() {
  const { viewer } = useViewer();
  const language = useLanguage();
  return viewer.flags.isAdmin ? <Blocking /> : <Navigate to={`/${language}/device/all`} replace />;
}

function Blocking() {
  const { t } = useTranslation('blocking');
  const [address, setAddress] = useSearchParams();
  const view = readView(address);
  const query = ipPolicy.usePage(requestOf(view));
  const { change, question } = useIpPolicyChange();
  const guest = useGuestDenial()(changeIpPolicy);
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
      <ReadState query={query} failed={t('failed')} loading={6} />
      {policy && (
        <>
          <PolicySection
            policy={policy}
            change={change}
            check={view.check}
            onCheck={(check) => setAddress(queryOf({ ...view, check }))}
          />
          {policy.policy_use === 1 && (
            <Rules
              policy={policy}
              total={query.data?.meta.total_count ?? 0}
              view={view}
              isOutdated={query.isPlaceholderData || query.isError}
              onView={(next, options) => setAddress(queryOf(next), options)}
              change={change}
            />
          )}
        </>
      )}
      {question && <QuestionDialog {...question} />}
    </Page>
  );
}

interface RulesProps {
  policy: IpPolicy;
  /** How many rules the search finds. */
  total: number;
  view: RuleView;
  /** Of another view, while this one is being read. */
  isOutdated: boolean;
  onView: (view: RuleView, options?: { replace: boolean }) => void;
  change: ChangeIpPolicy;
}

/** The rules while they are in force. */
function Rules({ policy, total, view, isOutdated, onView, change }: RulesProps) {
  const { t } = useTranslation('blocking');
  // What is selected is in sight: another page or search begins without a selection.
  const [selected, setSelected] = useKeyedState<Selection>(shownRules(view), none);
  const remove = useRemoval(change, () => setSelected(none));
  const { list, rule_count: count } = policy;
  const first = { ...view.page, index: 0 };
  const isFiltered = view.search.value !== '';
  const searchNames = { address: t('column.address'), reason: t('column.reason') };
  return (
    <>
      {policy.map.rows.length > 0 && <IpMap map={policy.map} blocks={policy.block === 1} />}
      <AddSection mode={view.mode} onMode={(mode) => onView({ ...view, mode })} change={change} />
      <Section
        title={t('list')}
        text={t('count', { count })}
        tools={
          <SearchForm
            key={`${view.search.key} ${view.search.value}`}
            choices={searchKeys.map((key) => ({ value: key, label: searchNames[key] }))}
            search={view.search}
            texts={{ key: t('search.key'), value: t('search.value'), go: t('search.go') }}
            onSearch={(search) => onView({ ...view, search, page: first })}
          />
        }
      >
        <PagedRows
          rows={list}
          total={total}
          isOutdated={isOutdated}
          page={view.page}
          onPage={(page, options) => onView({ ...view, page }, options)}
          empty={{ icon: <IconShieldLock stroke={1.4} />, title: t('empty'), text: t('empty_text') }}
          onClear={isFiltered ? () => onView({ ...view, search: { ...view.search, value: '' }, page: first }) : null}
        >
          {(rows) => (
            <RuleTable
              rows={rows}
              view={view}
              selected={selected}
              onSelect={setSelected}
              onSort={(by) => onView(sortedBy(view, by))}
            />
          )}
        </PagedRows>
        {count > 0 && (
          <div className={classes.foot}>
            <Button variant="default" color="red" onClick={() => remove([...selected.values()])}>
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
  const { mutate } = useSubmit({
    mutationFn: ({ rules, count }: { rules: readonly Selected[] | 'all'; count: number }) =>
      change(rules === 'all' ? { type: 'delete', all: 1 } : { type: 'delete', rows: rules.map(ruleRow) }, {
        title: t('delete_title', { count }),
        submit: t('delete', { count }),
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
