import type { ProblemDefinition } from './problem-definition.ts';

/** The identity of a device: its agent's handshake, its enrolment, and clones. */
export const deviceIdentityProblems = {
  credential_invalid: {
    status: 401,
    en: 'The agent credential is invalid.',
    ko: '에이전트 자격 증명이 올바르지 않습니다.',
    ja: 'エージェントの資格情報が無効です。',
  },
  credential_expired: {
    status: 401,
    retry: 'fresh',
    en: 'The agent credential has expired.',
    ko: '에이전트 자격 증명이 만료되었습니다.',
    ja: 'エージェントの資格情報の期限が切れています。',
  },
  bad_signature: {
    status: 401,
    en: 'The signature does not match.',
    ko: '서명이 일치하지 않습니다.',
    ja: '署名が一致しません。',
  },
  clock_skew: {
    status: 401,
    retry: 'fresh',
    en: 'The clock of this device is wrong. Please correct it.',
    ko: '이 장치의 시계가 맞지 않습니다. 시각을 맞춰 주세요.',
    ja: 'このデバイスの時計がずれています。時刻を合わせてください。',
  },
  replayed: {
    status: 401,
    retry: 'fresh',
    en: 'This handshake has already been used.',
    ko: '이미 사용된 접속 요청입니다.',
    ja: 'このハンドシェイクはすでに使用されています。',
  },
  agent_deleted: {
    status: 401,
    en: 'This device was deleted from the account.',
    ko: '계정에서 삭제된 장치입니다.',
    ja: 'このデバイスはアカウントから削除されました。',
  },
  /** The servers have neither this device nor a deletion of it: their data may be older than it, or be those of another installation. */
  device_unknown: {
    status: 401,
    retry: 'later',
    en: 'This server does not know the device. It may know it again later.',
    ko: '이 서버에 등록되어 있지 않은 장치입니다. 나중에 다시 확인됩니다.',
    ja: 'このサーバーに登録されていないデバイスです。後で再度確認されます。',
  },
  /** Other hardware is connected with the key of this device. */
  hardware_conflict: {
    status: 409,
    retry: 'later',
    en: 'Other hardware is connected with the identity of this device.',
    ko: '다른 하드웨어가 이 장치의 식별 정보로 접속되어 있습니다.',
    ja: '別のハードウェアがこのデバイスの識別情報で接続しています。',
  },
  /** The key of this device was copied: this hardware has to make one of its own (decision 95). */
  new_key_required: {
    status: 401,
    retry: 'fresh',
    en: 'This hardware needs a key of its own.',
    ko: '이 하드웨어에는 별도의 키가 필요합니다.',
    ja: 'このハードウェアには固有のキーが必要です。',
  },
  /** Only one hardware has used the key of the device. */
  nothing_to_split: {
    status: 409,
    retry: 'fresh',
    en: 'No other hardware has used the key of this device.',
    ko: '이 장치의 키를 사용한 다른 하드웨어가 없습니다.',
    ja: 'このデバイスのキーを使用した別のハードウェアはありません。',
  },
  /** The device that stays after a merge is the one that is in use. */
  merge_online: {
    status: 409,
    retry: 'fresh',
    en: 'This device is online. Open the other device and merge that one into this one.',
    ko: '이 장치는 온라인 상태입니다. 다른 장치를 열어 이 장치로 병합해 주세요.',
    ja: 'このデバイスはオンラインです。もう一方のデバイスを開き、このデバイスに統合してください。',
  },
  enrol_token_invalid: {
    status: 401,
    en: 'The enrolment token is invalid, expired or used up.',
    ko: '등록 토큰이 올바르지 않거나 만료되었거나 이미 사용되었습니다.',
    ja: '登録トークンが無効か、期限切れ、または使用済みです。',
  },
  licence_volume_exceeded: {
    status: 409,
    en: 'The licence does not allow any more devices.',
    ko: '라이선스에 허용된 장치 수를 초과했습니다.',
    ja: 'ライセンスで許可されたデバイス数を超えています。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
