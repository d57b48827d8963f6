import type { ProblemDefinition } from './problem-definition.ts';

/** Incidents and the thresholds of alerts. */
export const incidentProblems = {
  incident_state: {
    status: 409,
    retry: 'fresh',
    en: 'This incident is over.',
    ko: '이미 해결된 인시던트입니다.',
    ja: 'このインシデントはすでに終了しています。',
  },
  please_select_device_type: {
    status: 422,
    en: 'Please select a device type.',
    ko: '장치 종류를 선택해 주세요.',
    ja: 'デバイスの種類を選択してください。',
  },
  please_select_alert_type: {
    status: 422,
    en: 'Please select an alert type.',
    ko: '경보 종류를 선택해 주세요.',
    ja: 'アラートの種類を選択してください。',
  },
  please_input_alert_time: {
    status: 422,
    en: 'Please enter the alert time.',
    ko: '경보 시간을 입력해 주세요.',
    ja: 'アラートの時間を入力してください。',
  },
  please_input_alert_value: {
    status: 422,
    en: 'Please enter the alert threshold.',
    ko: '경보 기준값을 입력해 주세요.',
    ja: 'アラートのしきい値を入力してください。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
