import type { ProblemCode } from './problems.ts';

/** The texts of problems with app configurations. */
export const configProblemTranslations = {
  duplication_config_name: {
    en: 'A configuration with this name already exists.',
    ko: '같은 이름의 설정이 이미 있습니다.',
    ja: '同じ名前の設定がすでにあります。',
  },
  config_limit: {
    en: 'A company can have up to 200 configurations. Delete one first.',
    ko: '설정은 200개까지 만들 수 있습니다. 먼저 하나를 삭제해 주세요.',
    ja: '設定は200個まで作成できます。先に1つ削除してください。',
  },
  default_config: {
    en: 'The default configuration cannot be deleted.',
    ko: '기본 설정은 삭제할 수 없습니다.',
    ja: '既定の設定は削除できません。',
  },
  command_disabled: {
    en: 'The configuration of this device does not allow this command.',
    ko: '이 장치의 설정에서 허용하지 않는 명령입니다.',
    ja: 'このデバイスの設定では、このコマンドは許可されていません。',
  },
} as const satisfies { readonly [C in ProblemCode]?: Readonly<Record<'en' | 'ko' | 'ja', string>> };
