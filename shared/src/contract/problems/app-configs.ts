import type { ProblemDefinition } from './problem-definition.ts';

/** App configurations. */
export const appConfigProblems = {
  duplication_config_name: {
    status: 409,
    en: 'A configuration with this name already exists.',
    ko: '같은 이름의 구성이 이미 있습니다.',
    ja: '同じ名前の設定がすでにあります。',
  },
  config_limit: {
    status: 409,
    en: 'A company can have up to 200 configurations. Delete one first.',
    ko: '구성은 200개까지 만들 수 있습니다. 먼저 하나를 삭제해 주세요.',
    ja: '設定は200個まで作成できます。先に1つ削除してください。',
  },
  default_config: {
    status: 422,
    en: 'The default configuration cannot be deleted.',
    ko: '기본 구성은 삭제할 수 없습니다.',
    ja: '既定の設定は削除できません。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
