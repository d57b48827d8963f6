import type { ProblemDefinition } from './problem-definition.ts';

/** Wall screens. */
export const wallScreenProblems = {
  /** The code of a wall screen is wrong, used, or older than five minutes. */
  screen_code_invalid: {
    status: 422,
    en: 'The code is not valid here. It is valid once, for five minutes, from the networks of your company; ask an administrator for a new one.',
    ko: '코드가 유효하지 않습니다. 코드는 회사에서 허용한 네트워크에서 5분 동안 한 번만 사용할 수 있습니다. 관리자에게 새 코드를 요청해 주세요.',
    ja: 'コードが無効です。コードは会社が許可したネットワークから5分間、一度だけ使用できます。管理者に新しいコードを依頼してください。',
  },
  /** `detail` is the number of wall screens that a company may have. */
  screen_limit: {
    status: 409,
    en: 'Your company cannot have more wall screens. Revoke one that is no longer needed.',
    ko: '회사에 상황판 화면을 더 만들 수 없습니다. 필요 없는 상황판 화면을 해제해 주세요.',
    ja: 'これ以上監視ウォール画面を作成できません。不要な監視ウォール画面を解除してください。',
  },
  duplication_screen_name: {
    status: 409,
    en: 'There is already a wall screen with this name.',
    ko: '같은 이름의 상황판 화면이 이미 있습니다.',
    ja: '同じ名前の監視ウォール画面がすでにあります。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
