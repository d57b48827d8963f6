/** Path of a company's logo; it changes with the image, so that browsers can cache it. */
export const logoUrl = (company: number, changedAt: Date | null): string =>
  changedAt === null ? '' : `/logo/${company}?v=${changedAt.getTime()}`;
