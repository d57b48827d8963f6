import type { ProblemDefinition } from './problem-definition.ts';

/** The network policy and its IP rules (spec 3 §8). */
export const ipPolicyProblems = {
  ip_blocked: {
    status: 403,
    en: 'Blocked by the IP settings. Please contact the administrator.',
    ko: 'IP 설정에 의해 차단되었습니다. 관리자에게 문의해 주세요.',
    ja: 'IP設定によりブロックされました。管理者にお問い合わせください。',
  },
  external_access: {
    status: 403,
    en: 'External access is restricted.',
    ko: '외부 접속이 제한되어 있습니다.',
    ja: '外部からのアクセスは制限されています。',
  },
  ip_range_error: {
    status: 406,
    en: 'Enter a valid IP address, range or subnet.',
    ko: '올바른 IP 주소, 범위 또는 서브넷을 입력해 주세요.',
    ja: '正しいIPアドレス、範囲またはサブネットを入力してください。',
  },
  ip_range_blank: {
    status: 405,
    en: 'Enter the start IP address.',
    ko: '시작 IP 주소를 입력해 주세요.',
    ja: '開始IPアドレスを入力してください。',
  },
  /** `detail` is the number of IP rules that a company may have. */
  ip_rule_limit: {
    status: 409,
    en: 'A company can have 5,000 IP addresses. Delete some that are no longer needed.',
    ko: 'IP 주소는 회사당 5,000개까지 등록할 수 있습니다. 필요 없는 주소를 삭제해 주세요.',
    ja: 'IPアドレスは会社ごとに5,000件まで登録できます。不要なアドレスを削除してください。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
