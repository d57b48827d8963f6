import { checkSettings } from '@vigil/shared/platform/config';
import { readConfig } from './config.ts';

checkSettings((env) => readConfig(env, {}));
