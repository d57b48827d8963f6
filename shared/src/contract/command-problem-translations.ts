import type { ProblemCode } from './problems.ts';

/** What people read of commands that were not carried out, or of which it is not known. */
export const commandProblemTranslations = {
  command_expired: {
    en: 'The command did not reach the device in time and was not carried out.',
    ko: '명령이 제한 시간 안에 장치에 전달되지 않아 실행되지 않았습니다.',
    ja: 'コマンドが制限時間内にデバイスに届かなかったため、実行されませんでした。',
  },
  command_refused: {
    en: 'The device refused the command.',
    ko: '장치가 명령을 거부했습니다.',
    ja: 'デバイスがコマンドを拒否しました。',
  },
  signature_invalid: {
    en: 'The command was not run because its signature is not valid.',
    ko: '명령의 서명이 유효하지 않아 실행되지 않았습니다.',
    ja: 'コマンドの署名が有効でないため、実行されませんでした。',
  },
  agent_outdated: {
    en: 'The agent is too old to check signed commands. Update the agent on the device.',
    ko: '에이전트가 서명된 명령을 확인할 수 없는 이전 버전입니다. 장치에서 에이전트를 업데이트해 주세요.',
    ja: 'エージェントのバージョンが古く、署名付きコマンドを検証できません。デバイスのエージェントを更新してください。',
  },
  effect_not_observed: {
    en: 'The command was sent, but its effect was not observed in time.',
    ko: '명령을 보냈지만 제한 시간 안에 결과가 확인되지 않았습니다.',
    ja: 'コマンドを送信しましたが、制限時間内に結果を確認できませんでした。',
  },
  outcome_unknown: {
    en: 'The command was sent. The device has not reported whether it was carried out.',
    ko: '명령을 보냈지만 장치에서 실행 여부가 보고되지 않았습니다.',
    ja: 'コマンドを送信しましたが、実行されたかどうかがデバイスから報告されていません。',
  },
} as const satisfies { readonly [C in ProblemCode]?: Readonly<Record<'en' | 'ko' | 'ja', string>> };
