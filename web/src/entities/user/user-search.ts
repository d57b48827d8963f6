import { searchUsers } from '../../endpoints.ts';
import { resource } from '../resource.ts';

/** The users of the company, as every user may search them to choose one. */
export const userSearch = resource({ key: 'user-search', list: searchUsers });
