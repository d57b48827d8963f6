import type { PaymentMethod } from '@vigil/shared/contract/http/payments';
import type { Language } from '@vigil/shared/contract/languages';
import type { sandboxDeliveries, sandboxOutcomes } from '../payments/providers/sandbox-choices.ts';
import en from './en/sandbox.json' with { type: 'json' };
import ja from './ja/sandbox.json' with { type: 'json' };
import ko from './ko/sandbox.json' with { type: 'json' };

export interface SandboxTexts {
  readonly title: string;
  readonly note: string;
  readonly order: string;
  readonly method: string;
  readonly methods: Readonly<Record<PaymentMethod, string>>;
  readonly outcome: string;
  readonly outcomes: Readonly<Record<(typeof sandboxOutcomes)[number], string>>;
  readonly delivery: string;
  readonly deliveries: Readonly<Record<(typeof sandboxDeliveries)[number], string>>;
  readonly pay: string;
  readonly close: string;
  readonly done: Readonly<Record<'paid' | 'pending' | 'failed' | 'cancelled', string>>;
  readonly refused: string;
}

export const sandboxTexts: Readonly<Record<Language, SandboxTexts>> = { en, ko, ja };
