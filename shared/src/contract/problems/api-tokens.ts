import type { ProblemDefinition } from './problem-definition.ts';

/** API tokens. */
export const apiTokenProblems = {
  /** An API token that is unknown, revoked or expired, or whose owner may not sign in; `detail` tells which of the latter two. */
  token_invalid: {
    status: 401,
    en: 'The API token is not valid, or its owner may not sign in.',
    ko: 'API 토큰이 유효하지 않거나 소유자가 로그인할 수 없는 상태입니다.',
    ja: 'APIトークンが無効か、所有者がサインインできない状態です。',
  },
  /** The endpoint takes no API tokens, or none that are limited to groups (reason `group`). */
  token_not_allowed: {
    status: 403,
    en: 'This call cannot be made with this API token.',
    ko: '이 API 토큰으로는 호출할 수 없습니다.',
    ja: 'このAPIトークンでは呼び出せません。',
  },
  /** `detail` is the scope that the API token lacks. */
  token_scope: {
    status: 403,
    en: 'The API token lacks the scope that this call needs.',
    ko: 'API 토큰에 이 호출에 필요한 범위가 없습니다.',
    ja: 'APIトークンに、この呼び出しに必要なスコープがありません。',
  },
  /** `detail` is the number of API tokens that a user may have. */
  token_limit: {
    status: 409,
    en: 'You cannot have more API tokens. Revoke one that is no longer needed.',
    ko: 'API 토큰을 더 만들 수 없습니다. 필요 없는 토큰을 폐기해 주세요.',
    ja: 'これ以上APIトークンを作成できません。不要なトークンを失効させてください。',
  },
  duplication_token_name: {
    status: 409,
    en: 'You already have an API token with this name.',
    ko: '같은 이름의 API 토큰이 이미 있습니다.',
    ja: '同じ名前のAPIトークンがすでにあります。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
