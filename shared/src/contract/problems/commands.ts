import type { ProblemDefinition } from './problem-definition.ts';

/** Commands for devices. */
export const commandProblems = {
  command_expired: {
    status: 409,
    en: 'The command did not reach the device in time and was not carried out.',
    ko: '명령이 제한 시간 안에 장치에 전달되지 않아 실행되지 않았습니다.',
    ja: 'コマンドが制限時間内にデバイスに届かなかったため、実行されませんでした。',
  },
  command_refused: {
    status: 422,
    en: 'The device refused the command.',
    ko: '장치가 명령을 거부했습니다.',
    ja: 'デバイスがコマンドを拒否しました。',
  },
  /** No valid key has signed this command for this device with these arguments (CMD-8). */
  signature_invalid: {
    status: 422,
    en: 'The command was not run because its signature is not valid.',
    ko: '명령의 서명이 유효하지 않아 실행되지 않았습니다.',
    ja: 'コマンドの署名が有効でないため、実行されませんでした。',
  },
  /** The agent cannot check signatures, and its company takes no such agents any more (CMD-9). */
  agent_outdated: {
    status: 422,
    en: 'The agent is too old to check signed commands. Update the agent on the device.',
    ko: '에이전트가 서명된 명령을 확인할 수 없는 이전 버전입니다. 장치에서 에이전트를 업데이트해 주세요.',
    ja: 'エージェントのバージョンが古く、署名付きコマンドを検証できません。デバイスのエージェントを更新してください。',
  },
  /** The command was carried out, and its effect was not seen in time (CMD-10). */
  effect_not_observed: {
    status: 422,
    en: 'The command was sent, but its effect was not observed in time.',
    ko: '명령을 보냈지만 제한 시간 안에 결과가 확인되지 않았습니다.',
    ja: 'コマンドを送信しましたが、制限時間内に結果を確認できませんでした。',
  },
  /** The command was sent, and its device has not said whether it ran (CMD-6). */
  outcome_unknown: {
    status: 422,
    en: 'The command was sent. The device has not reported whether it was carried out.',
    ko: '명령을 보냈지만 장치에서 실행 여부가 보고되지 않았습니다.',
    ja: 'コマンドを送信しましたが、実行されたかどうかがデバイスから報告されていません。',
  },
  /** The agent ended before the command did, which may have had its effect or not. */
  agent_interrupted: {
    status: 422,
    en: 'The agent stopped before the command finished. Check on the device whether it took effect.',
    ko: '명령이 완료되기 전에 에이전트가 중지되었습니다. 명령이 적용되었는지 장치에서 확인해 주세요.',
    ja: 'コマンドが完了する前にエージェントが停止しました。反映されたかどうかをデバイスで確認してください。',
  },
  not_online_warning: {
    status: 409,
    retry: 'later',
    en: 'The device is not online.',
    ko: '장치가 온라인 상태가 아닙니다.',
    ja: 'デバイスはオンラインではありません。',
  },
  already_online: {
    status: 409,
    retry: 'fresh',
    en: 'The device is already online.',
    ko: '이미 온라인 상태인 장치입니다.',
    ja: 'デバイスはすでにオンラインです。',
  },
  device_not_approved: {
    status: 409,
    retry: 'fresh',
    en: 'The device has not been approved yet.',
    ko: '아직 승인되지 않은 장치입니다.',
    ja: 'まだ承認されていないデバイスです。',
  },
  power_not_allowed: {
    status: 422,
    en: 'The agent on this device does not allow restarting it or ending processes. Start it with --allow-power.',
    ko: '이 장치의 에이전트가 전원 명령과 프로세스 종료를 허용하지 않습니다. --allow-power 옵션으로 실행해 주세요.',
    ja: 'このデバイスのエージェントは電源コマンドとプロセスの終了を許可していません。--allow-powerを付けて起動してください。',
  },
  unsupported_command: {
    status: 422,
    en: 'The device does not support this command.',
    ko: '장치가 지원하지 않는 명령입니다.',
    ja: 'デバイスはこのコマンドに対応していません。',
  },
  no_neighbour: {
    status: 409,
    retry: 'later',
    en: 'No online device on the same network can send the wake-up packet.',
    ko: '같은 네트워크에 깨우기 패킷을 보낼 수 있는 온라인 장치가 없습니다.',
    ja: '同じネットワーク上に、起動パケットを送信できるオンラインのデバイスがありません。',
  },
  /** Without its MAC address a device cannot be woken. */
  mac_unknown: {
    status: 422,
    en: 'The MAC address of the device is not known, or it cannot be woken over the network.',
    ko: '장치의 MAC 주소를 알 수 없거나 네트워크로 켤 수 없는 장치입니다.',
    ja: 'デバイスのMACアドレスが不明か、ネットワーク経由で起動できないデバイスです。',
  },
  /** None of the senders could send the wake-up packet. */
  wake_not_sent: {
    status: 422,
    en: 'None of the devices on the same network could send the wake-up packet.',
    ko: '같은 네트워크의 어떤 장치도 깨우기 패킷을 보내지 못했습니다.',
    ja: '同じネットワーク上のどのデバイスも起動パケットを送信できませんでした。',
  },
  process_gone: {
    status: 409,
    retry: 'fresh',
    en: 'The process is not running any more.',
    ko: '프로세스가 이미 종료되었습니다.',
    ja: 'プロセスはすでに終了しています。',
  },
  process_protected: {
    status: 422,
    en: 'The process belongs to the system or to the agent and cannot be ended.',
    ko: '시스템 또는 에이전트의 프로세스이므로 종료할 수 없습니다.',
    ja: 'システムまたはエージェントのプロセスのため、終了できません。',
  },
  process_not_ended: {
    status: 422,
    en: 'The process is still running. It did not end, or the agent does not have the rights to end it.',
    ko: '프로세스가 계속 실행 중입니다. 종료되지 않았거나 에이전트에 종료 권한이 없습니다.',
    ja: 'プロセスはまだ実行中です。終了しなかったか、エージェントに終了する権限がありません。',
  },
  command_disabled: {
    status: 422,
    en: 'The configuration of this device does not allow this command.',
    ko: '이 장치의 설정에서 허용하지 않는 명령입니다.',
    ja: 'このデバイスの設定では、このコマンドは許可されていません。',
  },
  /** A scheduled command arrived before the time that its arguments name. */
  command_early: {
    status: 422,
    en: 'The command reached the device before its scheduled time. Check the clock of the device.',
    ko: '예약된 시간보다 먼저 명령이 장치에 도착했습니다. 장치의 시계를 확인해 주세요.',
    ja: '予約時刻より前にコマンドがデバイスに届きました。デバイスの時計を確認してください。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
