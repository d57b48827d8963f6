import type { ProblemCode } from './problems.ts';

/** The texts of problems with the identity of a device: of its agent's handshake, its enrolment, and clones. */
export const deviceIdentityProblemTranslations = {
  credential_invalid: {
    en: 'The agent credential is invalid.',
    ko: '에이전트 자격 증명이 올바르지 않습니다.',
    ja: 'エージェントの資格情報が無効です。',
  },
  credential_expired: {
    en: 'The agent credential has expired.',
    ko: '에이전트 자격 증명이 만료되었습니다.',
    ja: 'エージェントの資格情報の期限が切れています。',
  },
  bad_signature: { en: 'The signature does not match.', ko: '서명이 일치하지 않습니다.', ja: '署名が一致しません。' },
  clock_skew: {
    en: 'The clock of this device is wrong. Please correct it.',
    ko: '이 장치의 시계가 맞지 않습니다. 시각을 맞춰 주세요.',
    ja: 'このデバイスの時計がずれています。時刻を合わせてください。',
  },
  replayed: {
    en: 'This handshake has already been used.',
    ko: '이미 사용된 접속 요청입니다.',
    ja: 'このハンドシェイクはすでに使用されています。',
  },
  agent_deleted: {
    en: 'This device was deleted from the account.',
    ko: '계정에서 삭제된 장치입니다.',
    ja: 'このデバイスはアカウントから削除されました。',
  },
  hardware_conflict: {
    en: 'Other hardware is connected with the identity of this device.',
    ko: '다른 하드웨어가 이 장치의 식별 정보로 접속되어 있습니다.',
    ja: '別のハードウェアがこのデバイスの識別情報で接続しています。',
  },
  new_key_required: {
    en: 'This hardware needs a key of its own.',
    ko: '이 하드웨어에는 별도의 키가 필요합니다.',
    ja: 'このハードウェアには固有のキーが必要です。',
  },
  nothing_to_split: {
    en: 'No other hardware has used the key of this device.',
    ko: '이 장치의 키를 사용한 다른 하드웨어가 없습니다.',
    ja: 'このデバイスのキーを使用した別のハードウェアはありません。',
  },
  merge_online: {
    en: 'This device is online. Open the other device and merge that one into this one.',
    ko: '이 장치는 온라인 상태입니다. 다른 장치를 열어 이 장치로 병합해 주세요.',
    ja: 'このデバイスはオンラインです。もう一方のデバイスを開き、このデバイスに統合してください。',
  },
  enrol_token_invalid: {
    en: 'The enrolment token is invalid, expired or used up.',
    ko: '등록 토큰이 올바르지 않거나 만료되었거나 이미 사용되었습니다.',
    ja: '登録トークンが無効か、期限切れ、または使用済みです。',
  },
  licence_volume_exceeded: {
    en: 'The licence does not allow any more devices.',
    ko: '라이선스에 허용된 장치 수를 초과했습니다.',
    ja: 'ライセンスで許可されたデバイス数を超えています。',
  },
} as const satisfies { readonly [C in ProblemCode]?: Readonly<Record<'en' | 'ko' | 'ja', string>> };
