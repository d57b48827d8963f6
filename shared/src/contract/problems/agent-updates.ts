import type { ProblemDefinition } from './problem-definition.ts';

/** Updates of the agent and rollouts: what the API refuses, then what agents answer. */
export const agentUpdateProblems = {
  already_newest: {
    status: 409,
    retry: 'fresh',
    en: 'The agent already runs the newest version.',
    ko: '에이전트가 이미 최신 버전입니다.',
    ja: 'エージェントは既に最新バージョンです。',
  },
  no_release: {
    status: 409,
    retry: 'later',
    en: 'There is no release of the agent for this system.',
    ko: '이 시스템에 맞는 에이전트 릴리스가 없습니다.',
    ja: 'このシステムに対応するエージェントのリリースがありません。',
  },
  /** This and the next four say why no device of the group would take part in a rollout. */
  packages_deleted: {
    status: 409,
    retry: 'fresh',
    en: 'The packages of this release were deleted, because newer releases were published. Choose a newer release.',
    ko: '더 새로운 릴리스가 게시되어 이 릴리스의 패키지가 삭제되었습니다. 더 새로운 릴리스를 선택하세요.',
    ja: '新しいリリースが公開されたため、このリリースのパッケージは削除されました。新しいリリースを選択してください。',
  },
  no_approved_device: {
    status: 409,
    retry: 'fresh',
    en: 'There is no approved device in this group or below it.',
    ko: '이 그룹과 하위 그룹에 승인된 장치가 없습니다.',
    ja: 'このグループとその下位グループに承認済みのデバイスがありません。',
  },
  in_other_rollout: {
    status: 409,
    retry: 'fresh',
    en: 'The devices that need this release are in another rollout. End it, or wait for its end.',
    ko: '이 릴리스가 필요한 장치가 다른 배포에 포함되어 있습니다. 그 배포를 중지하거나 끝날 때까지 기다리세요.',
    ja: 'このリリースが必要なデバイスは別の展開に含まれています。その展開を停止するか、完了するまでお待ちください。',
  },
  channel_not_followed: {
    status: 409,
    retry: 'fresh',
    en: 'This is a beta release, and the update channel of these devices is stable. The channel is set in their configuration.',
    ko: '이 릴리스는 베타이며, 이 장치들의 업데이트 채널은 안정 채널입니다. 채널은 장치의 구성에서 설정합니다.',
    ja: 'これはベータ版のリリースですが、これらのデバイスの更新チャネルは安定版です。チャネルはデバイスの構成で設定します。',
  },
  updates_disabled: {
    status: 409,
    retry: 'fresh',
    en: 'The configuration of these devices does not allow updates of the agent.',
    ko: '이 장치들의 구성에서 에이전트 업데이트를 허용하지 않습니다.',
    ja: 'これらのデバイスの構成では、エージェントの更新は許可されていません。',
  },
  /** No release key that the device trusts has signed it. */
  release_invalid: {
    status: 422,
    en: 'The update was not installed because its release is not signed by a key that the device trusts.',
    ko: '장치가 신뢰하는 키로 서명된 릴리스가 아니므로 업데이트를 설치하지 않았습니다.',
    ja: 'デバイスが信頼するキーで署名されたリリースではないため、更新をインストールしませんでした。',
  },
  release_older: {
    status: 422,
    en: 'The update was not installed because it is not newer than the running version.',
    ko: '실행 중인 버전보다 새로운 버전이 아니므로 업데이트를 설치하지 않았습니다.',
    ja: '実行中のバージョンより新しくないため、更新をインストールしませんでした。',
  },
  update_unsupported: {
    status: 422,
    en: 'The agent on this device was not installed from a package and cannot update itself.',
    ko: '이 장치의 에이전트는 패키지로 설치되지 않아 자동으로 업데이트할 수 없습니다.',
    ja: 'このデバイスのエージェントはパッケージからインストールされていないため、自動更新できません。',
  },
  update_failed: {
    status: 422,
    en: 'The new version could not be put in place.',
    ko: '새 버전을 설치 위치에 저장하지 못했습니다.',
    ja: '新しいバージョンを配置できませんでした。',
  },
  /** The former version runs again, because the new one did not connect, ended, or was interrupted too often. */
  update_not_connected: {
    status: 422,
    en: 'The new version did not connect in time. The former version runs again.',
    ko: '새 버전이 제한 시간 안에 연결되지 않아 이전 버전으로 되돌렸습니다.',
    ja: '新しいバージョンが制限時間内に接続しなかったため、以前のバージョンに戻しました。',
  },
  update_crashed: {
    status: 422,
    en: 'The new version ended before it had connected. The former version runs again.',
    ko: '새 버전이 연결되기 전에 종료되어 이전 버전으로 되돌렸습니다.',
    ja: '新しいバージョンが接続前に終了したため、以前のバージョンに戻しました。',
  },
  update_interrupted: {
    status: 422,
    en: 'The new version was interrupted several times before it had connected. The former version runs again.',
    ko: '새 버전이 연결되기 전에 여러 번 중단되어 이전 버전으로 되돌렸습니다.',
    ja: '新しいバージョンが接続前に何度も中断されたため、以前のバージョンに戻しました。',
  },
  /** Another update of this agent has not ended yet. */
  update_running: {
    status: 409,
    retry: 'later',
    en: 'Another update of this agent is still in progress. Please try again when it has ended.',
    ko: '이 에이전트의 다른 업데이트가 진행 중입니다. 완료된 후 다시 시도해 주세요.',
    ja: 'このエージェントの別の更新が進行中です。完了後にもう一度お試しください。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
