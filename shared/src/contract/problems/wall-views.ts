import type { ProblemDefinition } from './problem-definition.ts';

/** Saved wall views. */
export const wallViewProblems = {
  wall_view_limit: {
    status: 409,
    en: 'You can save up to 50 wall views. Delete one first.',
    ko: '상황판 보기는 50개까지 저장할 수 있습니다. 먼저 하나를 삭제해 주세요.',
    ja: '監視ウォールのビューは50個まで保存できます。先に1つ削除してください。',
  },
  duplication_wall_view_name: {
    status: 409,
    en: 'A wall view with this name already exists.',
    ko: '같은 이름의 상황판 보기가 이미 있습니다.',
    ja: '同じ名前の監視ウォールのビューがすでにあります。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
