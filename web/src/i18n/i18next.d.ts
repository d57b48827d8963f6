import 'i18next';
import type { Catalogues } from './catalogue-types.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Catalogues;
  }
}
