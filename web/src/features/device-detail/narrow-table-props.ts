import classes from './detail.module.css';

/** Properties of the Mantine tables in the narrow panel of a device. */
export const narrowTableProps = { verticalSpacing: 5, horizontalSpacing: 'xs', className: classes.log ?? '' };
