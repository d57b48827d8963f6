import type { CallOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { changeIpPolicy as declaration, AffectedSessions } from '@vigil/shared/contract/http/ip-policy';
import { changeIpPolicy, readIpPolicy } from '@vigil/shared/contract/routes/company';
import { useCallback, useState } from 'react';
import { defineResource } from '../../entities/resource.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useServices } from '../../lib/services.ts';

export const ipPolicy = defineResource({ key: 'ip-policy', list: readIpPolicy, rereadOn: ['policy'] });

export type IpPolicyBody = NonNullable<CallOf<typeof declaration>['body']>;
export type IpPolicyResult = ObjectsOf<typeof declaration>;

/** What is asked before a change: which sessions it ends, what a deletion is called, and the rules that it names. */
export interface AffectedSessionsQuestion {
  readonly title?: string;
  readonly submit?: string;
  readonly rules?: readonly string[];
  readonly ends: AffectedSessions;
  readonly answer: (goesOn: boolean) => void;
}

/** Makes a change of the policy; null: the user decided against it. */
export type ChangeIpPolicy = (
  body: IpPolicyBody,
  ask?: Pick<AffectedSessionsQuestion, 'title' | 'submit' | 'rules'>,
) => Promise<IpPolicyResult | null>;

/**
 * Changes the policy after a preview: what ends sessions, and what `ask` names, is done only after a question. If other
 * sessions would end by then, it is asked again.
 */
export function useIpPolicyChange(): { change: ChangeIpPolicy; question: AffectedSessionsQuestion | null } {
  const { api } = useServices();
  const reread = ipPolicy.useReread();
  const [question, setQuestion] = useState<AffectedSessionsQuestion | null>(null);
  const change = useCallback<ChangeIpPolicy>(
    async (body, ask) => {
      for (let isFirst = true; ; isFirst = false) {
        const preview = (await api.call(changeIpPolicy, { body: { ...body, preview: 1 } })).objects;
        if (body.preview === 1) return preview;
        const { ends } = preview;
        if (ends.count > 0 || (ask && isFirst)) {
          const { promise, resolve } = Promise.withResolvers<boolean>();
          setQuestion({ ...ask, ends, answer: resolve });
          const goesOn = await promise;
          setQuestion(null);
          if (!goesOn) return null;
        }
        try {
          const { objects } = await api.call(changeIpPolicy, { body: { ...body, confirm: ends.count } });
          await reread();
          return objects;
        } catch (error) {
          if (!isApiProblem(error) || error.code !== 'confirm_required') throw error;
        }
      }
    },
    [api, reread],
  );
  return { change, question };
}
