import classes from './detail.module.css';

/** Of the tables in the narrow panel of a device. */
export const narrowTableProps = { verticalSpacing: 5, horizontalSpacing: 'xs', className: classes.log ?? '' };
