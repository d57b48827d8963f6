import type { ProblemDefinition } from './problem-definition.ts';

/** Tags and saved filters. */
export const filterProblems = {
  tag_limit: {
    status: 409,
    en: 'A device can have up to 20 tags.',
    ko: '장치에는 태그를 20개까지 지정할 수 있습니다.',
    ja: 'デバイスに設定できるタグは20個までです。',
  },
  filter_limit: {
    status: 409,
    en: 'You can save up to 50 filters. Delete one first.',
    ko: '필터는 50개까지 저장할 수 있습니다. 먼저 하나를 삭제해 주세요.',
    ja: 'フィルターは50個まで保存できます。先に1つ削除してください。',
  },
  duplication_filter_name: {
    status: 409,
    en: 'A filter with this name already exists.',
    ko: '같은 이름의 필터가 이미 있습니다.',
    ja: '同じ名前のフィルターがすでにあります。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
