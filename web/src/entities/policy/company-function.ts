import { rereadOn } from '../../live/reread-on.ts';

/** Everything that is read about the function settings. */
export const companyFunctionKey = rereadOn(['company-function'], ['policy']);
