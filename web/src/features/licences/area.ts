import { defineArea, type NavConditions, exceptAdministrators } from '../../entities/area.ts';

const isAdministrator = ({ viewer }: NavConditions): boolean => viewer.flags.isAdmin;

/** Licences and payments, of administrators (spec 3 §1). */
export const licencesArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'license',
      path: 'management/license',
      shown: isAdministrator,
    },
    {
      menu: 'account',
      id: 'payments',
      path: 'management/payments',
      shown: isAdministrator,
    },
  ],
  pages: [
    {
      path: 'management/license',
      denies: exceptAdministrators,
      load: async () => (await import('./licences-page.tsx')).LicencesPage,
      texts: 'administration',
    },
    {
      path: 'management/payments',
      denies: exceptAdministrators,
      load: async () => (await import('./payments-page.tsx')).PaymentsPage,
      texts: 'administration',
    },
    {
      path: 'management/payments/:id',
      denies: exceptAdministrators,
      load: async () => (await import('./receipt-page.tsx')).ReceiptPage,
      texts: 'administration',
    },
  ],
});
