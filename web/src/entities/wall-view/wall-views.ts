import type { WallViewPk } from '@vigil/shared/contract/ids';
import { listWallViews } from '@vigil/shared/contract/routes/wall';
import { defineResource } from '../resource.ts';

/** The saved wall views of the company. Walls that show one follow its changes. */
export const wallViews = defineResource({ key: 'wall-views', list: listWallViews, rereadOn: ['wallView'] });

/** The parameter of the address of a wall with the view that it shows. */
export const VIEW_PARAMETER = 'view';

/** The path, after the language, of a wall with a view as it was saved. */
export const wallViewPath = (pk: WallViewPk): string => `wall?${VIEW_PARAMETER}=${pk}`;
