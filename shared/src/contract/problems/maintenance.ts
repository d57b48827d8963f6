import type { ProblemDefinition } from './problem-definition.ts';

/** Maintenance windows. */
export const maintenanceProblems = {
  /** `detail` is the number of windows that a company may have. */
  maintenance_window_limit: {
    status: 409,
    en: 'There are too many maintenance windows. Delete one that is no longer needed.',
    ko: '유지 보수 시간이 너무 많습니다. 필요 없는 항목을 삭제해 주세요.',
    ja: 'メンテナンス時間が多すぎます。不要なものを削除してください。',
  },
  /** `detail` is the number of days, or of hours for one that repeats. */
  maintenance_window_length: {
    status: 422,
    en: 'The maintenance window is too long: a single one takes at most 31 days, one that repeats at most 24 hours.',
    ko: '유지 보수 시간이 너무 깁니다. 한 번은 최대 31일, 반복은 최대 24시간입니다.',
    ja: 'メンテナンス時間が長すぎます。1回の場合は31日、繰り返す場合は24時間までです。',
  },
  /** It is not running, so that it cannot be ended early; or it is over, so that it cannot be changed to that time. */
  maintenance_window_over: {
    status: 409,
    retry: 'fresh',
    en: 'This maintenance window is not running, or already over.',
    ko: '진행 중이 아니거나 이미 끝난 유지 보수 시간입니다.',
    ja: 'このメンテナンス時間は実行中でないか、すでに終了しています。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
