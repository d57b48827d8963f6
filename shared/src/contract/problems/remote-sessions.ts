import type { ProblemDefinition } from './problem-definition.ts';

/** Remote sessions. */
export const remoteSessionProblems = {
  /** `detail` is the oldest accepted version. */
  viewer_outdated: {
    status: 409,
    retry: 'fresh',
    en: 'This version of the viewer is too old. Please install a newer one.',
    ko: '뷰어 버전이 너무 오래되었습니다. 새 버전을 설치해 주세요.',
    ja: 'ビューアーのバージョンが古すぎます。新しいバージョンをインストールしてください。',
  },
  device_in_use: {
    status: 409,
    retry: 'later',
    en: 'The device has a remote session. Please try again when it has ended.',
    ko: '장치에서 원격 세션이 진행 중입니다. 세션이 끝난 후 다시 시도해 주세요.',
    ja: 'デバイスでリモートセッションが実行中です。終了後にもう一度お試しください。',
  },
  not_supported_os: {
    status: 422,
    en: 'This operating system is not supported.',
    ko: '지원하지 않는 운영체제입니다.',
    ja: 'このオペレーティングシステムには対応していません。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
