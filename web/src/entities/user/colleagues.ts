import { searchPeople } from '../../endpoints.ts';
import { resource } from '../resource.ts';

/** The colleagues whom a user can name, as an approver. */
export const colleagues = resource({ key: 'colleagues', list: searchPeople });
