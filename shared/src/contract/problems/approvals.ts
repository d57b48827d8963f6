import type { ProblemDefinition } from './problem-definition.ts';

/** Access requests and access tickets. */
export const approvalProblems = {
  approvals_reason: {
    status: 422,
    en: 'Please enter a reason.',
    ko: '사유를 입력해 주세요.',
    ja: '理由を入力してください。',
  },
  /** Only the only active administrator decides what they asked for themselves. */
  own_request: {
    status: 403,
    en: 'You have asked for this yourself, so somebody else decides it.',
    ko: '본인이 신청한 요청은 다른 사람이 결정해야 합니다.',
    ja: 'ご自身の申請は、他の人が判断する必要があります。',
  },
  approval_405: {
    status: 422,
    en: 'Please check the approver.',
    ko: '승인자를 확인해 주세요.',
    ja: '承認者を確認してください。',
  },
  approval_takes_no_reason: {
    status: 422,
    en: 'A reason is only for rejecting. Leave it empty to approve.',
    ko: '사유는 거절할 때만 입력합니다. 승인하려면 비워 두세요.',
    ja: '理由は却下する場合のみ入力します。承認する場合は空欄にしてください。',
  },
  /** An access ticket does not admit this move in its present state. */
  ticket_state: {
    status: 409,
    retry: 'fresh',
    en: 'The ticket has changed in the meantime and does not allow this any more.',
    ko: '그 사이에 티켓 상태가 변경되어 이 작업을 할 수 없습니다.',
    ja: 'チケットの状態が変わったため、この操作はできません。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
