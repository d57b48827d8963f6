/** Everything that is read about the function settings. */
export const companyFunctionKey = ['company-function'] as const;
