import { exitOnInvalidSettings } from '@vigil/shared/platform/config';
import { readConfig } from './config.ts';

exitOnInvalidSettings(readConfig);
